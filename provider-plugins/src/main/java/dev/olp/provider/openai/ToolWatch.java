package dev.olp.provider.openai;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Turn;
import dev.olp.provider.common.JsonFields;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Tells a tool call of the model's from the calls in the history, which codex echoes (each once) in the same events.
 * No tool is ever offered to the model, so any call of its own is a fault.
 */
final class ToolWatch {
    /** Things that codex (app-server {@code ThreadItem}) may begin without any tool. */
    private static final Set<String> PLAIN_ITEMS =
            Set.of("userMessage", "agentMessage", "reasoning", "plan", "contextCompaction");

    private final Set<String> unseen = new HashSet<>();

    ToolWatch(ChatRequest request) {
        for (Turn turn : request.turns()) {
            if (turn instanceof Turn.Assistant assistant) {
                assistant.toolCalls().forEach(call -> unseen.add(WellFormed.text(call.id())));
            }
        }
    }

    /** Whether an item of this type is no tool at work; types yet unknown are taken for one. */
    boolean mayBegin(String type) {
        return PLAIN_ITEMS.contains(type);
    }

    /** Whether a raw item (OpenAI Responses) is no call, or one of the history's. */
    boolean allows(JsonNode item) {
        boolean call = JsonFields.textOrEmpty(item, "type").endsWith("_call");
        return !call || unseen.remove(JsonFields.textOrEmpty(item, "call_id"));
    }
}
