package dev.olp.wire.chat;

import dev.olp.wire.Shape;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a body says to a cache of answers. */
final class CacheFields {
    /** Taken by no CLI yet; each of them will shape answers as soon as one does. */
    private static final List<String> SHAPING =
            List.of("tools", "functions", "tool_choice", "function_call", "parallel_tool_calls", "response_format");

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
        return asked.isEmpty() ? null : sha256(JsonMapper.shared().writeValueAsBytes(asked));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
