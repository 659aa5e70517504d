package dev.olp.provider;

/** What an answer's text has to be. It is checked by the server, whatever a CLI promises. */
public sealed interface OutputFormat {
    /** Whether the text is one JSON document and nothing else. */
    default boolean isJson() {
        return !(this instanceof Text);
    }

    /** Anything. */
    record Text() implements OutputFormat {}

    /** A JSON object. */
    record JsonObject() implements OutputFormat {}

    /**
     * A JSON document that a schema allows.
     *
     * @param name of 1 to 64 letters, digits, {@code _} and {@code -}
     * @param description for the model; may be empty
     * @param schema a JSON Schema, as text, an object, sound and within the server's limits
     */
    record JsonSchema(String name, String description, String schema) implements OutputFormat {}
}
