package dev.olp.config;

/** Thrown by a settings record of a component that it cannot accept. */
final class InvalidSettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final String expected;

    /**
     * @param component the record component's name
     * @param value what it was
     * @param expected what would be right, for example {@code 0-65535}
     */
    InvalidSettingException(String component, Object value, String expected) {
        super("%s: %s (expected: %s)".formatted(component, value, expected));
        this.component = component;
        this.expected = expected;
    }

    String component() {
        return component;
    }

    String expected() {
        return expected;
    }
}
