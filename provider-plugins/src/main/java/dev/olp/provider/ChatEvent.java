package dev.olp.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a running dialogue tells, in order. */
public sealed interface ChatEvent {
    /** More of the answer's text; never empty. */
    record TextDelta(String text) implements ChatEvent {}

    /** More of the model's reasoning; never part of the answer's text. */
    record ReasoningDelta(String text) implements ChatEvent {}

    /**
     * A thought is whole: the reasoning told since the last other content, possibly none.
     *
     * @param kind of the {@link Thought}
     * @param seal that its provider takes back with it, byte for byte
     */
    record ThoughtSealed(String kind, String seal) implements ChatEvent {}

    /**
     * The model begins to call a tool. Its arguments follow; another call may begin before they are whole.
     *
     * @param index of the call in the answer: 0 for the first, then one more each
     * @param id the provider's own, unique in the answer
     * @param name as the client offered the tool; or whatever the model said, where that is none of them
     */
    record ToolCallStart(int index, String id, String name) implements ChatEvent {}

    /**
     * More of a call's arguments.
     *
     * @param index of a call that has begun
     * @param arguments a piece of the JSON text as the model wrote it; never empty
     */
    record ToolCallDelta(int index, String arguments) implements ChatEvent {}

    /**
     * The text ends here, before a stop string of the request.
     *
     * @param stop which one
     */
    record StopMet(String stop) implements ChatEvent {}

    /** The usage known so far; replaces any earlier report. */
    record UsageReport(Usage usage) implements ChatEvent {}

    /**
     * What the provider said of a plan window.
     *
     * @param window the provider's own name or length of it, for example {@code five_hour}
     * @param status the provider's own word, for example {@code allowed} or {@code rejected}; null when it gave none
     * @param utilization share used, 0 to 1; null when unknown
     * @param resetsAt when the window starts anew; null when unknown
     */
    record RateLimitReport(
            String window,
            @Nullable String status,
            @Nullable Double utilization,
            @Nullable Instant resetsAt) implements ChatEvent {}
}
