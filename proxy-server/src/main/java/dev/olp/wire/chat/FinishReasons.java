package dev.olp.wire.chat;

import dev.olp.provider.FinishReason;

/** OpenAI's words for why a model stopped. */
final class FinishReasons {
    private FinishReasons() {}

    static String openAi(FinishReason reason) {
        return switch (reason) {
            case STOP, WRONG_FORMAT -> "stop";
            case TOOL_CALLS -> "tool_calls";
            case LENGTH -> "length";
            case CONTENT_FILTER -> "content_filter";
        };
    }
}
