package dev.olp.provider.anthropic;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.common.JsonFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The calls of an answer: blocks of type {@code tool_use}, known by their index among all blocks. */
final class ClaudeCalls {
    private final ClaudeTools tools;
    private final Map<Long, Integer> byBlock = new HashMap<>();
    private final Set<Integer> withArguments = new HashSet<>();

    ClaudeCalls(ClaudeTools tools) {
        this.tools = tools;
    }

    boolean isEmpty() {
        return byBlock.isEmpty();
    }

    /** @return empty for a call of a tool that nobody offered */
    List<ChatEvent> begin(long blockIndex, JsonNode block) {
        String name = tools.clientName(JsonFields.textOrEmpty(block, "name"));
        if (name == null) {
            return List.of();
        }
        int index = byBlock.size();
        byBlock.put(blockIndex, index);
        List<ChatEvent> events = new ArrayList<>();
        events.add(new ChatEvent.ToolCallStart(index, JsonFields.textOrEmpty(block, "id"), name));
        JsonNode input = block.path("input");
        if (!input.isEmpty()) {
            events.add(arguments(index, input.toString()));
        }
        return events;
    }

    /** More of the arguments, which is nothing in the first piece of each. */
    List<ChatEvent> more(long blockIndex, String json) {
        Integer index = byBlock.get(blockIndex);
        return index == null || json.isEmpty() ? List.of() : List.of(arguments(index, json));
    }

    /** What is missing once all calls are whole: one without arguments came without a piece. */
    List<ChatEvent> whole() {
        List<ChatEvent> events = new ArrayList<>();
        for (int index = 0; index < byBlock.size(); index++) {
            if (!withArguments.contains(index)) {
                events.add(arguments(index, "{}"));
            }
        }
        return events;
    }

    private ChatEvent arguments(int index, String json) {
        withArguments.add(index);
        return new ChatEvent.ToolCallDelta(index, json);
    }
}
