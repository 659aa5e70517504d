package dev.olp.features.real;

import dev.olp.features.support.Bodies;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** How a provider's API is told of a client's tools, and answers. */
enum ToolRecord {
    /** Of OpenAI, which codex asks. */
    RESPONSES {
        @Override
        ModelAnswer answer() {
            return new ResponsesAnswer();
        }

        @Override
        String upstreamName(String name) {
            return name;
        }

        @Override
        List<String> items(JsonNode body) {
            return body.path("input")
                    .valueStream()
                    .filter(item -> !item.toString().contains("Be brief."))
                    .map(ToolRecord::item)
                    .toList();
        }
    },
    /** Of Anthropic, which claude asks. */
    MESSAGES {
        @Override
        ModelAnswer answer() {
            return new MessagesAnswer();
        }

        @Override
        String upstreamName(String name) {
            return "mcp__c__" + name;
        }

        @Override
        List<String> items(JsonNode body) {
            return body.path("messages")
                    .valueStream()
                    .flatMap(message -> blocks(message.path("content"))
                            .filter(block -> !isReminder(block))
                            .map(block -> block(message.path("role").asString(""), block)))
                    .toList();
        }
    };

    /** What codex 0.133.0 always offers besides. */
    private static final Set<String> CODEXS_OWN = Set.of("update_plan", "request_user_input");

    abstract ModelAnswer answer();

    /** The model's name for a client's tool that is not named like one of the CLI's. */
    abstract String upstreamName(String name);

    /** What stands in a request, without types and reminders, each on its own. */
    abstract List<String> items(JsonNode body);

    List<JsonNode> offered(JsonNode body) {
        return body.path("tools")
                .valueStream()
                .filter(tool -> !CODEXS_OWN.contains(tool.path("name").asString("")))
                .toList();
    }

    private static String item(JsonNode item) {
        return switch (item.path("type").asString("")) {
            case "function_call" ->
                item.path("call_id").asString("") + " " + item.path("name").asString("") + " "
                        + item.path("arguments").asString("");
            case "function_call_output" -> item.path("call_id").asString("") + " " + item.path("output");
            default ->
                item.path("role").asString("") + " "
                        + item.at("/content/0/text").asString("");
        };
    }

    private static Stream<JsonNode> blocks(JsonNode content) {
        return content.isArray() ? content.valueStream() : Stream.of(content);
    }

    private static boolean isReminder(JsonNode block) {
        return block.path("text").asString("").startsWith("<system-reminder>");
    }

    private static String block(String role, JsonNode block) {
        return switch (block.path("type").asString("")) {
            case "tool_use" ->
                block.path("id").asString("") + " " + block.path("name").asString("") + " " + block.path("input");
            case "tool_result" ->
                block.path("tool_use_id").asString("")
                        + (block.path("is_error").asBoolean() ? " failed " : " ")
                        + result(block.path("content"));
            case "text" -> role + " " + block.path("text").asString("");
            default -> role + " " + block;
        };
    }

    /** A result as it was sent: 2.1.332 sets a line break and a reminder behind the last one. */
    private static String result(JsonNode content) {
        List<JsonNode> own = blocks(content).filter(block -> !isReminder(block)).toList();
        if (own.size() != 1 || !own.getFirst().has("text")) {
            return own.toString().replace("}, {", "},{");
        }
        String text = own.getFirst().path("text").asString("");
        return Bodies.quote(own.size() < content.size() ? text.substring(0, text.length() - 1) : text);
    }
}
