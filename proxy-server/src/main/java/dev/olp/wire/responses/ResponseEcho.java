package dev.olp.wire.responses;

import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a response repeats of its request, as JSON that is made once and written several times. */
final class ResponseEcho {
    private final Map<String, String> fields = new LinkedHashMap<>();

    /** @param stored whether the response can be asked for later */
    ResponseEcho(ObjectNode root, boolean stored) throws ApiException {
        put(root, "instructions", "null");
        put(root, "max_output_tokens", "null");
        fields.put("max_tool_calls", "null");
        put(root, "metadata", "{}");
        put(root, "parallel_tool_calls", "true");
        put(root, "previous_response_id", "null");
        put(root, "prompt_cache_key", "null");
        fields.put("reasoning", reasoning(root).toString());
        put(root, "safety_identifier", "null");
        fields.put("service_tier", "\"default\"");
        fields.put("store", Boolean.toString(stored));
        // no CLI can be told either of them, nor tells what it uses
        fields.put("temperature", "null");
        fields.put("text", text(root));
        put(root, "tool_choice", "\"auto\"");
        put(root, "tools", "[]");
        fields.put("top_logprobs", "0");
        fields.put("top_p", "null");
        fields.put("truncation", "\"disabled\"");
        put(root, "user", "null");
    }

    private static String text(ObjectNode root) throws ApiException {
        ObjectNode asked = Shape.object(root, "text", "text");
        JsonNode format = asked == null ? null : Shape.field(asked, "format");
        return "{\"format\":" + (format == null ? "{\"type\":\"text\"}" : format) + "}";
    }

    private static ObjectNode reasoning(ObjectNode root) throws ApiException {
        ObjectNode asked = Shape.object(root, "reasoning", "reasoning");
        ObjectNode reasoning = JsonMapper.shared().createObjectNode();
        for (String name : new String[] {"effort", "summary"}) {
            JsonNode value = asked == null ? null : Shape.field(asked, name);
            if (value == null) {
                reasoning.putNull(name);
            } else {
                reasoning.set(name, value);
            }
        }
        return reasoning;
    }

    private void put(ObjectNode root, String name, String other) {
        @Nullable JsonNode value = Shape.field(root, name);
        fields.put(name, value == null ? other : value.toString());
    }

    /** Writes the properties of the object that is open. */
    void write(JsonGenerator json) {
        fields.forEach((name, value) -> {
            json.writeName(name);
            json.writeRawValue(value);
        });
    }
}
