package dev.olp.wire;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer.
 *
 * @param said texts, thoughts and calls in order; arguments as the model wrote them: broken off where the answer was
 * @param stop the stop string that the text ends before; null for none
 * @param estimated whether we counted the usage and not the provider
 */
public record AnswerContent(
        List<Turn.Said> said, FinishReason reason, @Nullable String stop, Usage usage, boolean estimated) {
    public AnswerContent {
        said = List.copyOf(said);
    }

    /** All text; possibly empty. */
    public String text() {
        return of(Part.Text.class).map(Part.Text::text).collect(Collectors.joining());
    }

    /** All reasoning; null for none. */
    public @Nullable String reasoning() {
        String all = of(Thought.class).map(Thought::text).collect(Collectors.joining());
        return all.isEmpty() ? null : all;
    }

    /** The calls in order. */
    public List<Turn.ToolCall> calls() {
        return of(Turn.ToolCall.class).toList();
    }

    private <T extends Turn.Said> Stream<T> of(Class<T> kind) {
        return said.stream().filter(kind::isInstance).map(kind::cast);
    }
}
