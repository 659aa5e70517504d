package dev.olp.fakeupstream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the fake reads of a request body, in any of the three dialects.
 *
 * @param model as asked for
 * @param lastUserText the last text part of the last user message, of those with a mark if there are; empty without one
 * @param stream whether events are wanted
 * @param hasToolResult whether the last turn answers a tool call
 * @param calls one of each tool that is offered
 */
record Prompt(String model, String lastUserText, boolean stream, boolean hasToolResult, List<Call> calls) {
    /**
     * How a tool that is offered can be called.
     *
     * @param arguments an object that gives each required property the same text
     */
    record Call(String name, String arguments) {}

    /** What codex 0.133.0 offers besides any client's tools; a call of one of them ends its run. */
    private static final Set<String> CODEXS_OWN = Set.of("update_plan", "request_user_input");

    private static final Pattern MARK = Pattern.compile("\\{\\{([a-z0-9-]+)(?:\\|([a-z0-9-]+))?}}");

    static Prompt of(byte[] body) {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(body);
        } catch (JacksonException notJson) {
            // a client's odd body is recorded as it is; the answer does not depend on it
            return new Prompt("fake", "", true, false, List.of());
        }
        JsonNode turns = root.has("input") ? root.path("input") : root.path("messages");
        return new Prompt(
                root.path("model").asString("fake"),
                lastUserText(turns),
                root.path("stream").asBoolean(false),
                hasToolResult(turns.path(turns.size() - 1)),
                calls(root.path("tools")));
    }

    /**
     * The scenario that the last user message names as <code>{{name}}</code>, or <code>{{first|other}}</code>.
     *
     * @param first whether the first of two names is meant
     */
    Optional<Scenario> scenario(boolean first) {
        Matcher mark = MARK.matcher(lastUserText);
        return mark.find()
                ? Scenario.named(first || mark.group(2) == null ? mark.group(1) : mark.group(2))
                : Optional.empty();
    }

    private static List<Call> calls(JsonNode tools) {
        List<Call> calls = new ArrayList<>();
        for (JsonNode tool : tools) {
            JsonNode function = tool.has("function") ? tool.path("function") : tool;
            JsonNode schema = function.path(function.has("input_schema") ? "input_schema" : "parameters");
            ObjectNode arguments = JsonMapper.shared().createObjectNode();
            schema.path("required").forEach(name -> arguments.put(name.asString(""), FakeUpstream.ARGUMENT));
            String name = function.path("name").asString("");
            if (!CODEXS_OWN.contains(name)) {
                calls.add(new Call(name, arguments.toString()));
            }
        }
        return calls;
    }

    /** What a scenario calls. */
    List<Call> called(Scenario scenario) {
        boolean calling = scenario == Scenario.CALLS_ALWAYS || (scenario == Scenario.CALLS && !hasToolResult);
        return calling ? calls : List.of();
    }

    private static boolean hasToolResult(JsonNode lastTurn) {
        if (lastTurn.path("type").asString("").equals("function_call_output")
                || lastTurn.path("role").asString("").equals("tool")) {
            return true;
        }
        for (JsonNode part : lastTurn.path("content")) {
            if (part.path("type").asString("").equals("tool_result")) {
                return true;
            }
        }
        return false;
    }

    private static String lastUserText(JsonNode turns) {
        if (turns.isString()) {
            return turns.asString();
        }
        String last = "";
        for (JsonNode turn : turns) {
            if (!turn.path("role").asString("").equals("user")) {
                continue;
            }
            JsonNode content = turn.path("content");
            if (content.isString()) {
                last = content.asString();
            }
            boolean marked = false;
            for (JsonNode part : content) {
                String text = part.path("text").asString(last);
                boolean marks = MARK.matcher(text).find();
                last = marks || !marked ? text : last;
                marked |= marks;
            }
        }
        return last;
    }
}
