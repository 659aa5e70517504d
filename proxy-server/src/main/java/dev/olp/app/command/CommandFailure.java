package dev.olp.app.command;

/** What was asked could not be done. */
final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exit;
    private final String reason;

    /** @param exit {@link ExitCode#FAILURE} or {@link ExitCode#AUTH} */
    CommandFailure(int exit, String reason) {
        super(reason);
        this.exit = exit;
        this.reason = reason;
    }

    int exit() {
        return exit;
    }

    @Override
    public String getMessage() {
        return reason;
    }
}
