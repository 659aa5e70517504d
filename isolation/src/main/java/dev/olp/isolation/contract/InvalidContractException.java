package dev.olp.isolation.contract;

/**
 * A declared isolation contract, or what one of its functions returned, has a shape that is refused. The message names
 * the field, the value and what was expected; the provider does not run.
 */
public final class InvalidContractException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * @param field the field's name, with an index for one of several
     * @param value what it held, NUL shown as {@code ?}
     * @param expected what it should have held
     */
    public InvalidContractException(String field, Object value, String expected) {
        super(field + ": " + String.valueOf(value).replace('\0', '?') + " (expected: " + expected + ")");
    }
}
