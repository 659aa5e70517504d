package dev.olp.features.real;

import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request of claude's, without what it does not say of the session: prefixes of tools, marks for the cache, reminders. */
record ClaudeCodeRecord(JsonNode body) {
    private static final String PREFIX = "mcp__c__";

    /** The blocks of all messages, each with its role. */
    List<String> items() {
        return body.path("messages")
                .valueStream()
                .flatMap(message ->
                        blocks(message).map(block -> message.path("role").asString("") + " " + block))
                .toList();
    }

    private static Stream<String> blocks(JsonNode message) {
        JsonNode content = message.path("content");
        return (content.isArray() ? content.valueStream() : Stream.of(content))
                .filter(block -> !block.path("text").asString("").startsWith("<system-reminder>"))
                .map(ClaudeCodeRecord::told);
    }

    private static String told(JsonNode block) {
        return switch (block.path("type").asString("")) {
            case "text" -> block.path("text").asString("");
            case "tool_use" ->
                block.path("id").asString("") + " " + bare(block.path("name").asString("")) + " " + block.path("input");
            case "tool_result" ->
                block.path("tool_use_id").asString("")
                        + (block.path("is_error").asBoolean() ? " failed " : " ")
                        + result(block.path("content"));
            default -> block.toString();
        };
    }

    private static String result(JsonNode content) {
        if (content.isString()) {
            return content.stringValue().strip();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(
                part.path("text").asString("").startsWith("<system-reminder>\nToday")
                        ? ""
                        : part.path("text").asString("")));
        return text.toString().strip();
    }

    /** Description and schema of each tool, by name; claude gives a client's descriptions in compatible characters. */
    Map<String, List<Object>> tools() {
        Map<String, List<Object>> tools = new TreeMap<>();
        for (JsonNode tool : body.path("tools")) {
            tools.put(
                    bare(tool.path("name").asString("")),
                    List.of(
                            Normalizer.normalize(tool.path("description").asString(""), Normalizer.Form.NFKC),
                            tool.path("input_schema")));
        }
        return tools;
    }

    List<String> system() {
        return body.path("system")
                .valueStream()
                .map(block -> block.path("text").asString(""))
                .toList();
    }

    String setting(String name) {
        return ((ObjectNode) body).path(name).toString();
    }

    private static String bare(String name) {
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    }
}
