package dev.olp.schema;

/** A schema that is none, or is more than we take. */
public final class UnsoundSchema extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message begins with a verb, for a client: {@code must not …} */
    UnsoundSchema(String message) {
        super(message, null, false, false);
    }

    /** What is wrong, beginning with a verb. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
