package dev.olp.provider.openai;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.common.JsonFields;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The calls of one answer, told once each, in the order in which they came. */
final class ToolCalls {
    private final Set<String> told = new HashSet<>();

    /** A call as the provider gave it ({@code function_call}). */
    List<ChatEvent> raw(JsonNode item) {
        return tell(
                JsonFields.textOrEmpty(item, "call_id"),
                JsonFields.textOrEmpty(item, "name"),
                JsonFields.textOrEmpty(item, "arguments"));
    }

    /** codex asks for a call ({@code item/tool/call}); its arguments are parsed, so they are no longer as the model wrote them. */
    List<ChatEvent> asked(JsonNode params) {
        return tell(
                JsonFields.textOrEmpty(params, "callId"),
                JsonFields.textOrEmpty(params, "tool"),
                params.path("arguments").toString());
    }

    boolean isEmpty() {
        return told.isEmpty();
    }

    private List<ChatEvent> tell(String id, String name, String arguments) {
        if (!told.add(id)) {
            return List.of();
        }
        int index = told.size() - 1;
        return List.of(
                new ChatEvent.ToolCallStart(index, id, ToolNames.client(name)),
                new ChatEvent.ToolCallDelta(index, arguments.isEmpty() ? "{}" : arguments));
    }
}
