package dev.olp.features.support;

import java.util.Arrays;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Request bodies. */
public final class Bodies {
    private Bodies() {}

    /** One user message, whole. */
    public static String chat(String model, String text) {
        return chat(model, false, message("user", text));
    }

    /** One user message, streamed. */
    public static String stream(String model, String text) {
        return chat(model, true, message("user", text));
    }

    /** @param messages JSON objects */
    public static String chat(String model, boolean stream, String... messages) {
        return "{\"model\":" + quote(model) + ",\"stream\":" + stream + ",\"messages\":["
                + Arrays.stream(messages).collect(Collectors.joining(",")) + "]}";
    }

    public static String message(String role, String text) {
        return "{\"role\":" + quote(role) + ",\"content\":" + quote(text) + "}";
    }

    /** The same body with more members at its end, e.g. {@code "stop":"x"}. */
    public static String with(String body, String members) {
        return body.substring(0, body.length() - 1) + "," + members + "}";
    }

    public static String quote(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
