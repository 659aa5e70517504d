package dev.olp.app.command;

/** The command was called wrongly. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    UsageException(String reason) {
        super(reason);
        this.reason = reason;
    }

    @Override
    public String getMessage() {
        return reason;
    }
}
