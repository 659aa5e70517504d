package dev.olp.wire.responses;

import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import dev.olp.wire.Shape;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Custom tools, which take free text: no CLI has such, so the text is the one field of an object. */
final class FreeText {
    private static final String FIELD = "input";

    private FreeText() {}

    /** The schema that the model sees. */
    static ObjectNode schema() {
        ObjectNode schema = JsonMapper.shared().createObjectNode().put("type", "object");
        schema.putObject("properties")
                .putObject(FIELD)
                .put("type", "string")
                .put("description", "The whole input of the tool, as plain text.");
        schema.putArray("required").add(FIELD);
        return schema.put("additionalProperties", false);
    }

    /**
     * The description that the model sees: it is told of a grammar, but not held to it.
     *
     * @param format null or {@code {"type":"text"}} for any text, else a grammar
     */
    static String description(String own, @Nullable ObjectNode format, String path) throws ApiException {
        String type = format == null ? "text" : Shape.requiredString(format, "type", path + ".type");
        if (format == null || type.equals("text")) {
            return own;
        }
        if (!type.equals("grammar")) {
            throw Shape.bad(path + ".type", "must be text or grammar.");
        }
        String syntax = Shape.requiredString(format, "syntax", path + ".syntax");
        String definition = Shape.requiredString(format, "definition", path + ".definition");
        return own + "\n\nThe field '" + FIELD + "' holds the whole text, not JSON. It must match this " + syntax
                + " grammar:\n" + definition;
    }

    /** The arguments of a call with this text. */
    static String arguments(String text) {
        return JsonMapper.shared().createObjectNode().put(FIELD, text).toString();
    }

    /** The text of a call; the arguments themselves where the model did not keep to the schema, or was broken off. */
    static String of(String arguments) {
        try {
            JsonNode text =
                    JsonBody.parse(arguments.getBytes(StandardCharsets.UTF_8)).get(FIELD);
            return text != null && text.isString() ? text.stringValue() : arguments;
        } catch (ApiException e) {
            return arguments;
        }
    }
}
