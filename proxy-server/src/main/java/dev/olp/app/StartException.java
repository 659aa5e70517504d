package dev.olp.app;

/** The server cannot start. The message is one line that says what is wrong and what would be right. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
