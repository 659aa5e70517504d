package dev.olp.features.requests;

import dev.olp.fakeupstream.Exchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a provider was told, in either dialect and without what the CLI itself adds.
 *
 * @param system system texts
 * @param turns one line for each part: {@code user: text}, {@code assistant: text}, {@code call ID NAME}, {@code result
 *     ID text}, {@code user: [image]}
 */
record Told(String system, List<String> turns) {
    private static final String REMINDER = "<system-reminder>";

    static Told of(Exchange exchange) throws IOException {
        JsonNode body = JsonMapper.shared().readTree(exchange.text());
        return body.has("messages") ? anthropic(body) : openAi(body);
    }

    private static Told anthropic(JsonNode body) {
        List<String> turns = new ArrayList<>();
        for (JsonNode message : body.path("messages")) {
            JsonNode content = message.path("content");
            if (content.isString()) {
                turns.add(message.path("role").asString("") + ": " + content.asString());
            }
            for (JsonNode part : content) {
                turns.add(part(message.path("role").asString(""), part));
            }
        }
        turns.removeIf(turn -> turn.startsWith("user: " + REMINDER));
        JsonNode system = body.path("system");
        return new Told(text(system.path(system.size() - 1)), turns);
    }

    private static Told openAi(JsonNode body) {
        List<String> turns = new ArrayList<>();
        List<String> system = new ArrayList<>();
        if (body.has("instructions")) {
            system.add(body.path("instructions").asString(""));
        }
        for (JsonNode item : body.path("input")) {
            String role = item.path("role").asString("");
            for (JsonNode part : item.path("content")) {
                if (role.equals("developer")) {
                    system.add(text(part));
                } else {
                    turns.add(part(role, part));
                }
            }
            if (!item.has("content")) {
                turns.add(part(role, item));
            }
        }
        return new Told(String.join("\n\n", system), turns);
    }

    private static String part(String role, JsonNode part) {
        return switch (part.path("type").asString("")) {
            case "text", "input_text", "output_text" -> role + ": " + text(part);
            case "image", "input_image" -> role + ": [image]";
            case "tool_use" ->
                "call " + part.path("id").asString("") + " " + part.path("name").asString("");
            case "function_call" ->
                "call " + part.path("call_id").asString("") + " "
                        + part.path("name").asString("");
            case "tool_result" ->
                "result " + part.path("tool_use_id").asString("") + " " + result(part.path("content"));
            case "function_call_output" ->
                "result " + part.path("call_id").asString("") + " " + result(part.path("output"));
            default -> part.toString();
        };
    }

    private static String result(JsonNode content) {
        String text = content.isString() ? content.asString() : text(content.path(0));
        // claude appends today's date to the last result
        return text.split("\n" + REMINDER, 2)[0].stripTrailing();
    }

    private static String text(JsonNode part) {
        return part.path("text").asString("");
    }
}
