package dev.olp.wire;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer.
 *
 * @param text possibly empty
 * @param reasoning null for none
 * @param calls in order, each with its arguments as the model wrote them: broken off where the answer was
 * @param stop the stop string that the text ends before; null for none
 * @param estimated whether we counted the usage and not the provider
 */
public record AnswerContent(
        String text,
        @Nullable String reasoning,
        List<Turn.ToolCall> calls,
        FinishReason reason,
        @Nullable String stop,
        Usage usage,
        boolean estimated) {
    public AnswerContent {
        calls = List.copyOf(calls);
    }
}
