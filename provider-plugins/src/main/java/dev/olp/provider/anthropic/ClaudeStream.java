package dev.olp.provider.anthropic;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.common.JsonFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer as it comes: Anthropic's stream events and claude's own lines about them. */
final class ClaudeStream {
    private static final String SYNTHETIC = "<synthetic>";
    private static final Set<String> FOR_CALLS = Set.of("tool_use", "end_turn", "stop_sequence");
    private static final Set<String> IGNORED = Set.of("ping");
    private static final Set<String> IGNORED_DELTAS = Set.of("citations_delta");

    private final ClaudeAnswer answer = new ClaudeAnswer();
    private final ClaudeUsage usage = new ClaudeUsage();
    private final ClaudeCalls calls;
    private final ClaudeThought thought = new ClaudeThought();
    private String error = "";
    private boolean windowRejected;
    private @Nullable Instant rejectedUntil;
    private @Nullable DialogueEnd standing;

    ClaudeStream(ClaudeTools tools) {
        calls = new ClaudeCalls(tools);
    }

    /**
     * What one stream event meant.
     *
     * @param events what the client may see
     * @param end the outcome, when it stands already
     * @param skipped whether the event was unknown
     */
    record Outcome(List<ChatEvent> events, @Nullable DialogueEnd end, boolean skipped) {
        static final Outcome NOTHING = new Outcome(List.of(), null, false);
        static final Outcome SKIPPED = new Outcome(List.of(), null, true);

        static Outcome of(List<ChatEvent> events) {
            return new Outcome(events, null, false);
        }

        static Outcome of(ChatEvent event) {
            return new Outcome(List.of(event), null, false);
        }
    }

    ClaudeAnswer answer() {
        return answer;
    }

    /** Whether the model said why it stopped. */
    boolean isStopped() {
        return answer.isStopped();
    }

    ClaudeUsage usage() {
        return usage;
    }

    Outcome accept(JsonNode event) {
        return switch (JsonFields.textOrEmpty(event, "type")) {
            case "message_start" -> messageStart(event.path("message"));
            case "content_block_start" -> blockStart(index(event), event.path("content_block"));
            case "content_block_delta" -> blockDelta(index(event), event.path("delta"));
            case "content_block_stop" -> Outcome.of(thought.end());
            case "message_delta" -> messageDelta(event);
            case "message_stop" -> {
                answer.stop();
                yield new Outcome(List.of(), standing, false);
            }
            case String type when IGNORED.contains(type) -> Outcome.NOTHING;
            default -> Outcome.SKIPPED;
        };
    }

    private Outcome messageStart(JsonNode message) {
        if (!answer.start()) {
            return new Outcome(List.of(), protocol("a second message after a part of the first was relayed"), false);
        }
        return usage(message.path("usage"));
    }

    private static long index(JsonNode event) {
        return JsonFields.number(event, "index", -1);
    }

    private Outcome blockStart(long index, JsonNode block) {
        return switch (JsonFields.textOrEmpty(block, "type")) {
            case "text" -> {
                answer.startTextBlock();
                yield text(JsonFields.textOrEmpty(block, "text"));
            }
            case "tool_use" -> call(index, block);
            case "thinking" -> {
                thought.begin(block);
                yield reasoning(JsonFields.textOrEmpty(block, "thinking"));
            }
            case "redacted_thinking" -> {
                thought.begin(block);
                yield Outcome.NOTHING;
            }
            default -> Outcome.NOTHING;
        };
    }

    private Outcome call(long index, JsonNode block) {
        List<ChatEvent> begun = calls.begin(index, block);
        if (begun.isEmpty()) {
            return new Outcome(List.of(), protocol("the model called a tool that nobody offered"), false);
        }
        answer.relayCall();
        return Outcome.of(begun);
    }

    private Outcome blockDelta(long index, JsonNode delta) {
        return switch (JsonFields.textOrEmpty(delta, "type")) {
            case "input_json_delta" -> Outcome.of(calls.more(index, JsonFields.textOrEmpty(delta, "partial_json")));
            case "text_delta" -> text(JsonFields.textOrEmpty(delta, "text"));
            case "thinking_delta" -> reasoning(JsonFields.textOrEmpty(delta, "thinking"));
            case "signature_delta" -> {
                thought.sign(JsonFields.textOrEmpty(delta, "signature"));
                yield Outcome.NOTHING;
            }
            case String type when IGNORED_DELTAS.contains(type) -> Outcome.NOTHING;
            default -> Outcome.SKIPPED;
        };
    }

    private Outcome text(String text) {
        if (text.isEmpty()) {
            return Outcome.NOTHING;
        }
        answer.relayText(text);
        return Outcome.of(new ChatEvent.TextDelta(text));
    }

    private Outcome reasoning(String text) {
        if (text.isEmpty()) {
            return Outcome.NOTHING;
        }
        answer.relayReasoning();
        return Outcome.of(new ChatEvent.ReasoningDelta(text));
    }

    private Outcome usage(JsonNode counts) {
        usage.update(counts);
        return Outcome.of(new ChatEvent.UsageReport(usage.toUsage()));
    }

    private Outcome messageDelta(JsonNode event) {
        Outcome counted = usage(event.path("usage"));
        String reason = JsonFields.text(event.path("delta"), "stop_reason");
        if (reason == null) {
            return counted;
        }
        answer.stopReason(reason);
        if (FOR_CALLS.contains(reason) && !calls.isEmpty()) {
            standing = finished(FinishReason.TOOL_CALLS);
            List<ChatEvent> events = new ArrayList<>(calls.whole());
            events.addAll(counted.events());
            return Outcome.of(events);
        }
        return new Outcome(counted.events(), endOf(reason), false);
    }

    /** The outcome once the message that holds calls is whole; null before. claude may not go on behind it. */
    @Nullable
    DialogueEnd standing() {
        return standing;
    }

    /** The outcome for stop reasons after which claude would ask the provider again; null for the others. */
    private @Nullable DialogueEnd endOf(String reason) {
        return switch (reason) {
            // the CLI would ask the model three times to go on
            case "max_tokens", "model_context_window_exceeded" -> finished(FinishReason.LENGTH);
            case "refusal" -> finished(FinishReason.CONTENT_FILTER);
            case "tool_use" -> protocol("the model stopped for a call that it did not make");
            // the CLI would nudge the model for a visible text
            case "end_turn", "stop_sequence" -> answer.isVisible() ? null : finished(FinishReason.STOP);
            default -> null;
        };
    }

    private DialogueEnd finished(FinishReason reason) {
        return new DialogueEnd.Finished(reason, usage.toUsage());
    }

    private static DialogueEnd protocol(String logMessage) {
        return new DialogueEnd.Failed(Fault.of(Fault.Kind.PROTOCOL, logMessage));
    }

    /** A whole assistant line. Synthetic ones are the CLI's own fault texts and never an answer. */
    void assistant(JsonNode event) {
        JsonNode message = event.path("message");
        error = JsonFields.textOrEmpty(event, "error");
        if (error.isEmpty() && !SYNTHETIC.equals(JsonFields.text(message, "model"))) {
            answer.take(message);
        }
    }

    /** The report; null when it names no window: a plain rate limit says {@code rejected} and no more. */
    ChatEvent.@Nullable RateLimitReport rateLimit(JsonNode info) {
        String window = JsonFields.text(info, "rateLimitType");
        if (window == null) {
            return null;
        }
        long resetsAt = JsonFields.number(info, "resetsAt", 0);
        Instant reset = resetsAt > 0 ? Instant.ofEpochSecond(resetsAt) : null;
        String status = JsonFields.text(info, "status");
        if ("rejected".equals(status)) {
            windowRejected = true;
            rejectedUntil = reset;
        }
        JsonNode utilization = info.get("utilization");
        Double used = utilization != null && utilization.isNumber() ? utilization.doubleValue() : null;
        return new ChatEvent.RateLimitReport(window, status, used, reset);
    }

    /** The outcome of a result that claims no success. */
    DialogueEnd failure(JsonNode result) {
        usage.update(result.path("usage"));
        if ("refusal".equals(JsonFields.text(result, "stop_reason"))) {
            return finished(FinishReason.CONTENT_FILTER);
        }
        if (!calls.isEmpty() && !isStopped() && "error_max_turns".equals(JsonFields.text(result, "subtype"))) {
            // claude would run what it has of a stream that broke off, and says only that no turn is left for it
            return new DialogueEnd.Failed(Fault.of(Fault.Kind.CONNECTION, "the stream was cut behind a call"));
        }
        return new DialogueEnd.Failed(ClaudeFaults.of(result, error, windowRejected, rejectedUntil));
    }
}
