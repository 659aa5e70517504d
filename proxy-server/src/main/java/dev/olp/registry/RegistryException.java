package dev.olp.registry;

/** The registry or its overlay can't be used; the message says which, where and what would be right. */
public final class RegistryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RegistryException(String message) {
        super(message);
    }

    public RegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
