package dev.olp.wire.responses;

import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import dev.olp.wire.JsonText;
import dev.olp.wire.Shape;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The items of a conversation, as they are kept: {@code {"items":[…]}}. */
final class Conversation {
    private static final String FIELD = "items";

    private Conversation() {}

    static byte[] bytes(ArrayNode items) {
        return ("{\"" + FIELD + "\":" + items + "}").getBytes(StandardCharsets.UTF_8);
    }

    /** What was kept before. */
    static ArrayNode read(byte[] kept) throws ApiException {
        ArrayNode items = Shape.array(JsonBody.parse(kept), FIELD, FIELD);
        return items == null ? JsonMapper.shared().createArrayNode() : items;
    }

    /** The same with what a request adds. */
    static ArrayNode joined(ArrayNode earlier, @Nullable JsonNode input) {
        ArrayNode all = JsonMapper.shared().createArrayNode();
        all.addAll(earlier);
        if (input instanceof ArrayNode items) {
            all.addAll(items);
        } else if (input != null) {
            ObjectNode message = all.addObject().put("type", "message").put("role", "user");
            message.set("content", input);
        }
        return all;
    }

    /**
     * The same with what was answered.
     *
     * @param items at least one
     */
    static byte[] joined(byte[] items, List<OutputItem> output) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(items.length + 512);
        // without the two brackets at its end
        bytes.write(items, 0, items.length - 2);
        for (OutputItem item : output) {
            bytes.write(',');
            try (JsonGenerator json = JsonText.generator(bytes)) {
                item.write(json, ItemStatus.COMPLETED, true);
            }
        }
        bytes.writeBytes("]}".getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }
}
