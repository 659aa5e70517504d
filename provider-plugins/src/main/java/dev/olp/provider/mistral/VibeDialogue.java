package dev.olp.provider.mistral;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import dev.olp.provider.common.CliLines;
import dev.olp.provider.common.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * vibe's {@code --output streaming}: one JSON object per message, whole, with no usage and no closing event. The answer
 * is the one assistant message behind the user's; the positive end is exit code 0 after it. Written from vibe 2.18.4's
 * source; the real one was never run with it.
 */
final class VibeDialogue implements Dialogue {
    private final StdinLine prompt;
    private boolean asked;
    private boolean answered;
    private int skipped;
    private @Nullable Fault fault;

    VibeDialogue(StdinLine prompt) {
        this.prompt = prompt;
    }

    @Override
    public Step opening() {
        return new Step(List.of(), List.of(prompt), true, Step.Ending.NONE);
    }

    @Override
    public Step accept(byte[] line) {
        if (fault != null) {
            return Step.NOTHING;
        }
        ObjectNode message = CliLines.object(line);
        return switch (message == null ? "" : JsonFields.textOrEmpty(message, "role")) {
            case "system" -> Step.NOTHING;
            case "user" -> {
                asked = true;
                yield Step.NOTHING;
            }
            case "assistant" -> assistant(Objects.requireNonNull(message));
            case "tool" -> fail("a tool ran, though none was offered");
            default -> {
                skipped++;
                yield Step.NOTHING;
            }
        };
    }

    private Step assistant(ObjectNode message) {
        JsonNode calls = message.get("tool_calls");
        if (calls != null && calls.isArray() && !calls.isEmpty()) {
            return fail("the model called a tool, though none was offered");
        }
        if (!asked) {
            skipped++;
            return Step.NOTHING;
        }
        if (answered) {
            return fail("a second answer after the first was relayed");
        }
        answered = true;
        List<ChatEvent> events = new ArrayList<>();
        String reasoning = text(message.get("reasoning_content"));
        if (!reasoning.isEmpty()) {
            events.add(new ChatEvent.ReasoningDelta(reasoning));
        }
        String content = text(message.get("content"));
        if (!content.isEmpty()) {
            events.add(new ChatEvent.TextDelta(content));
        }
        return new Step(events, List.of(), false, Step.Ending.NONE);
    }

    /** A string, or a list of strings and of objects with a {@code text}. */
    private static String text(@Nullable JsonNode content) {
        if (content == null) {
            return "";
        }
        if (content.isString()) {
            return content.stringValue();
        }
        StringBuilder joined = new StringBuilder();
        if (content.isArray()) {
            for (JsonNode piece : content) {
                joined.append(piece.isString() ? piece.stringValue() : JsonFields.textOrEmpty(piece, "text"));
            }
        }
        return joined.toString();
    }

    private Step fail(String logMessage) {
        fault = Fault.of(Fault.Kind.PROTOCOL, logMessage);
        // at once, or another upstream call would follow
        return Step.end(Step.Ending.KILL);
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        if (fault != null) {
            return new DialogueEnd.Failed(fault);
        }
        if (!(exit instanceof ExitStatus.Exited(int code)) || code != 0) {
            return VibeFaults.of(exit.toString(), stderrTail);
        }
        if (!answered) {
            return new DialogueEnd.Failed(Fault.of(Fault.Kind.PROTOCOL, "exit 0 without an answer: " + stderrTail));
        }
        return new DialogueEnd.Finished(FinishReason.STOP, Usage.ZERO);
    }

    @Override
    public int skipped() {
        return skipped;
    }
}
