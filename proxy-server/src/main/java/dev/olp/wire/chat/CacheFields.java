package dev.olp.wire.chat;

import dev.olp.wire.Shape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a body says to a cache of answers. */
final class CacheFields {
    private CacheFields() {}

    static boolean isRepeatable(ObjectNode root) {
        JsonNode temperature = Shape.field(root, "temperature");
        return Shape.field(root, "seed") != null
                || (temperature != null && temperature.isNumber() && temperature.doubleValue() == 0);
    }

    static boolean isMarked(ObjectNode root) {
        return root.findValue("cache_control") != null;
    }
}
