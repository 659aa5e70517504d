package dev.olp.app.demo;

import org.jspecify.annotations.Nullable;

/**
 * What the client saw.
 *
 * @param status HTTP status
 * @param requestId {@code x-request-id}; empty when the header was missing
 * @param text the whole answer
 * @param deltas pieces it came in
 * @param firstTokenMs request sent to first piece; null without one
 * @param totalMs request sent to last byte
 * @param finishReason as OpenAI names it; null when the stream ended without one
 * @param error the error's message; null when all went well
 */
record DemoAnswer(
        int status,
        String requestId,
        String text,
        int deltas,
        @Nullable Long firstTokenMs,
        long totalMs,
        @Nullable String finishReason,
        @Nullable String error) {
    boolean whole() {
        return status == 200 && error == null && finishReason != null && !text.isEmpty();
    }
}
