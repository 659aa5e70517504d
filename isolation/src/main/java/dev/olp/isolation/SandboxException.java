package dev.olp.isolation;

/** A run could not be set up or its child not started. The message is for the log, never for a client. */
public class SandboxException extends Exception {
    private static final long serialVersionUID = 1L;

    public SandboxException(String message) {
        super(message);
    }

    public SandboxException(String message, Throwable cause) {
        super(message, cause);
    }
}
