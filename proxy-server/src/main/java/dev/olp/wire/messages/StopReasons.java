package dev.olp.wire.messages;

import dev.olp.provider.FinishReason;
import org.jspecify.annotations.Nullable;

/** Anthropic's {@code stop_reason}. */
final class StopReasons {
    private StopReasons() {}

    /** @param stop the stop sequence that ended the text; null for none */
    static String of(FinishReason reason, @Nullable String stop) {
        return switch (reason) {
            case STOP -> stop == null ? "end_turn" : "stop_sequence";
            case TOOL_CALLS -> "tool_use";
            case LENGTH -> "max_tokens";
            case CONTENT_FILTER, WRONG_FORMAT -> "refusal";
        };
    }
}
