package dev.olp.run;

import dev.olp.provider.Part;
import dev.olp.provider.Provider;
import dev.olp.provider.Tool;
import dev.olp.provider.Turn;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a CLI asked of its upstream, in Anthropic's or in OpenAI's newer dialect, as far as tools go. */
final class UpstreamRequest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode root;
    private final Provider provider;

    UpstreamRequest(String body, Provider provider) {
        JsonNode read;
        try {
            read = JSON.readTree(body);
        } catch (JacksonException unreadable) {
            read = JSON.missingNode();
        }
        this.root = read;
        this.provider = provider;
    }

    /** JSON in one spelling; what is none as it is. */
    static String compact(String json) {
        try {
            return JSON.readTree(json).toString();
        } catch (JacksonException notJson) {
            return json;
        }
    }

    List<String> toolNames() {
        List<String> names = new ArrayList<>();
        root.path("tools").forEach(tool -> names.add(tool.path("name").asString("")));
        return names;
    }

    /** Whether these are offered, whole, and no other. */
    boolean offers(List<Tool> tools) {
        List<String> others = new ArrayList<>(toolNames());
        others.removeAll(provider.harmlessTools());
        for (Tool tool : tools) {
            String name = provider.upstreamToolName(tool.name());
            if (!others.remove(name) || !isWhole(tool, name)) {
                return false;
            }
        }
        return others.isEmpty();
    }

    private boolean isWhole(Tool tool, String name) {
        JsonNode schema = JSON.readTree(tool.inputSchema());
        for (JsonNode offered : root.path("tools")) {
            if (offered.path("name").asString("").equals(name)) {
                JsonNode told = offered.path(offered.has("input_schema") ? "input_schema" : "parameters");
                return offered.path("description").asString("").startsWith(tool.description()) && told.equals(schema);
            }
        }
        return false;
    }

    /** Whether the conversation is in it: each text, call and result in its order, and no other call or result. */
    boolean holds(List<Turn> turns) {
        List<String> told = told();
        int at = 0;
        int calls = 0;
        for (String piece : pieces(turns)) {
            boolean text = piece.startsWith("text ");
            calls += text ? 0 : 1;
            while (at < told.size() && !matches(told.get(at), piece, text)) {
                at++;
            }
            if (at++ >= told.size()) {
                return false;
            }
        }
        return told.stream().filter(piece -> !piece.startsWith("text ")).count() == calls;
    }

    /** A CLI puts reminders of its own beside a text. */
    private static boolean matches(String told, String piece, boolean text) {
        return text ? told.startsWith("text ") && told.contains(piece.substring(5)) : told.equals(piece);
    }

    private List<String> pieces(List<Turn> turns) {
        List<String> pieces = new ArrayList<>();
        for (Turn turn : turns) {
            switch (turn) {
                case Turn.User(List<Part> parts) -> pieces.add("text " + text(parts));
                case Turn.Assistant assistant -> {
                    pieces.add("text " + assistant.text());
                    assistant
                            .toolCalls()
                            .forEach(call -> pieces.add(call(
                                    call.id(), provider.upstreamToolName(call.name()), compact(call.arguments()))));
                }
                case Turn.Tool(String callId, List<Part> parts, boolean _) -> pieces.add(result(callId, text(parts)));
            }
        }
        return pieces;
    }

    private static String text(List<Part> parts) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part instanceof Part.Text(String piece) ? piece : "?"));
        return text.toString();
    }

    /** For the log: the kinds of all that the model was told, in order. */
    List<String> shape() {
        return told().stream()
                .map(piece -> piece.startsWith("text ") ? "text" : piece)
                .toList();
    }

    private List<String> told() {
        List<String> told = new ArrayList<>();
        for (JsonNode item : root.path(root.has("input") ? "input" : "messages")) {
            item(item, told);
        }
        return told;
    }

    private static void item(JsonNode item, List<String> told) {
        switch (item.path("type").asString("")) {
            case "function_call" ->
                told.add(call(
                        item.path("call_id").asString(""),
                        item.path("name").asString(""),
                        compact(item.path("arguments").asString(""))));
            case "function_call_output" ->
                told.add(result(item.path("call_id").asString(""), flat(item.path("output"))));
            case "tool_use" ->
                told.add(call(
                        item.path("id").asString(""),
                        item.path("name").asString(""),
                        item.path("input").toString()));
            case "tool_result" -> told.add(result(item.path("tool_use_id").asString(""), flat(item.path("content"))));
            default -> {
                if (item.path("content").isArray()) {
                    item.path("content").forEach(part -> item(part, told));
                } else {
                    told.add("text " + (item.has("content") ? item.path("content") : item.path("text")).asString(""));
                }
            }
        }
    }

    private static String flat(JsonNode content) {
        if (content.isString()) {
            return content.asString("");
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asString("?")));
        return text.toString();
    }

    private static String call(String id, String name, String arguments) {
        return "call " + id + " " + name + " " + arguments;
    }

    private static String result(String id, String text) {
        return "result " + id + " " + text;
    }
}
