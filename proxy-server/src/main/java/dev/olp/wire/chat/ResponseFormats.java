package dev.olp.wire.chat;

import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** {@code response_format}. Structured output is not served yet; this is where it will come in. */
final class ResponseFormats {
    private ResponseFormats() {}

    static void check(@Nullable ObjectNode format) throws ApiException {
        if (format == null) {
            return;
        }
        String type = Shape.requiredString(format, "type", "response_format.type");
        switch (type) {
            case "text" -> {}
            case "json_object", "json_schema" ->
                throw Shape.unsupported(
                        "response_format",
                        "Structured output is not supported; leave 'response_format' out or send {\"type\":\"text\"}.");
            default -> throw Shape.bad("response_format.type", "must be text, json_object or json_schema.");
        }
    }
}
