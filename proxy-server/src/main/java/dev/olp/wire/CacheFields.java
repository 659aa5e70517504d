package dev.olp.wire;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a body says to a cache of answers. */
public final class CacheFields {
    private CacheFields() {}

    /** Whether the same answer is asked for each time, by the fields of Chat Completions. */
    public static boolean isRepeatable(ObjectNode root) {
        return Shape.field(root, "seed") != null || isCold(root);
    }

    /** Whether {@code temperature} is 0. */
    public static boolean isCold(ObjectNode root) {
        JsonNode temperature = Shape.field(root, "temperature");
        return temperature != null && temperature.isNumber() && temperature.doubleValue() == 0;
    }

    public static boolean isMarked(ObjectNode root) {
        return root.findValue("cache_control") != null;
    }
}
