package dev.olp.wire.chat;

import dev.olp.wire.Sha256;
import dev.olp.wire.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a body says to a cache of answers. */
final class CacheFields {
    /** Taken by no CLI yet; each of them will shape answers as soon as one does. */
    private static final List<String> SHAPING = List.of("response_format");

    private CacheFields() {}

    static boolean isRepeatable(ObjectNode root) {
        JsonNode temperature = Shape.field(root, "temperature");
        return Shape.field(root, "seed") != null
                || (temperature != null && temperature.isNumber() && temperature.doubleValue() == 0);
    }

    static boolean isMarked(ObjectNode root) {
        return root.findValue("cache_control") != null;
    }

    static @Nullable String unused(ObjectNode root) {
        ObjectNode asked = JsonMapper.shared().createObjectNode();
        for (String name : SHAPING) {
            JsonNode value = Shape.field(root, name);
            if (value != null) {
                asked.set(name, value);
            }
        }
        return asked.isEmpty() ? null : Sha256.hex(JsonMapper.shared().writeValueAsBytes(asked));
    }
}
