package dev.olp.provider;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One chat in OLP's own terms (the IR), already checked. A field added here must say what it does to the cache key.
 *
 * @param system system and developer texts in the client's order, each once; may be empty
 * @param turns the conversation; not empty; the last is a user or a tool turn
 * @param maxTokens cap on output tokens, 1 or more; null for the provider's own
 * @param stop up to four non-empty strings before which the text ends
 * @param effort how hard to think; null for the provider's own
 * @param tools that the client offers; in the cache key, whole
 * @param format of the answer's text; in the cache key, whole
 */
public record ChatRequest(
        List<String> system,
        List<Turn> turns,
        @Nullable Integer maxTokens,
        List<String> stop,
        @Nullable ReasoningEffort effort,
        Tools tools,
        OutputFormat format) {
    public ChatRequest {
        system = List.copyOf(system);
        turns = List.copyOf(turns);
        stop = List.copyOf(stop);
        if (turns.isEmpty() || turns.getLast() instanceof Turn.Assistant) {
            throw new IllegalArgumentException("turns: must end in a user or tool turn");
        }
    }

    /** One whose answer may be any text. */
    public ChatRequest(
            List<String> system,
            List<Turn> turns,
            @Nullable Integer maxTokens,
            List<String> stop,
            @Nullable ReasoningEffort effort,
            Tools tools) {
        this(system, turns, maxTokens, stop, effort, tools, new OutputFormat.Text());
    }

    /** Whether any turn holds an image. */
    public boolean hasImages() {
        return turns.stream()
                .flatMap(turn -> switch (turn) {
                    case Turn.User user -> user.parts().stream();
                    case Turn.Tool tool -> tool.parts().stream();
                    case Turn.Assistant _ -> Stream.<Part>empty();
                })
                .anyMatch(Part.Image.class::isInstance);
    }

    /** The same, offering none. */
    public ChatRequest withoutTools() {
        return new ChatRequest(system, turns, maxTokens, stop, effort, Tools.NONE, format);
    }

    /** The same, asking for another format. */
    public ChatRequest withFormat(OutputFormat other) {
        return new ChatRequest(system, turns, maxTokens, stop, effort, tools, other);
    }

    /** The same with other texts around it. */
    public ChatRequest saying(List<String> otherSystem, List<Turn> otherTurns) {
        return new ChatRequest(otherSystem, otherTurns, maxTokens, stop, effort, tools, format);
    }
}
