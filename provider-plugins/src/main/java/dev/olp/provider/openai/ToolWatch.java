package dev.olp.provider.openai;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Turn;
import dev.olp.provider.common.JsonFields;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Tells the model's calls from those of the history, which codex echoes (each once) in the same events, and calls of the
 * client's tools from any others: codex would answer those itself, and ask the provider again.
 */
final class ToolWatch {
    /** Things that codex (app-server {@code ThreadItem}) may begin without any tool. */
    private static final Set<String> PLAIN_ITEMS =
            Set.of("userMessage", "agentMessage", "reasoning", "plan", "contextCompaction");

    private final Set<String> unseen = new HashSet<>();
    private final Set<String> offered;

    /** @param offered names that the model was told */
    ToolWatch(ChatRequest request, Set<String> offered) {
        this.offered = offered;
        for (Turn turn : request.turns()) {
            if (turn instanceof Turn.Assistant assistant) {
                assistant.toolCalls().forEach(call -> unseen.add(WellFormed.text(call.id())));
            }
        }
    }

    /** Whether an item of this type is no tool of codex's own at work; types yet unknown are taken for one. */
    boolean mayBegin(String type) {
        return PLAIN_ITEMS.contains(type) || (type.equals("dynamicToolCall") && !offered.isEmpty());
    }

    boolean isOffered(String name) {
        return offered.contains(name);
    }

    /** What a raw item (OpenAI Responses) is. */
    Kind kind(JsonNode item) {
        String type = JsonFields.textOrEmpty(item, "type");
        if (!type.endsWith("_call") || unseen.remove(JsonFields.textOrEmpty(item, "call_id"))) {
            return Kind.NO_CALL;
        }
        return type.equals("function_call") && isOffered(JsonFields.textOrEmpty(item, "name"))
                ? Kind.CLIENTS
                : Kind.STRANGE;
    }

    /** Whose a call is. */
    enum Kind {
        /** No call, or one of the history's. */
        NO_CALL,
        /** Of a tool that the client offered. */
        CLIENTS,
        /** Of a tool that nobody offered, or that is codex's own. */
        STRANGE
    }
}
