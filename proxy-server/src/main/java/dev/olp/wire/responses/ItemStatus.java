package dev.olp.wire.responses;

import dev.olp.provider.FinishReason;

/** How far a response, or an item of its output, is. */
enum ItemStatus {
    IN_PROGRESS("in_progress"),
    COMPLETED("completed"),
    INCOMPLETE("incomplete"),
    FAILED("failed");

    private final String word;

    ItemStatus(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** Of a response that came to its end. */
    static ItemStatus of(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS, WRONG_FORMAT -> COMPLETED;
            case LENGTH, CONTENT_FILTER -> INCOMPLETE;
        };
    }
}
