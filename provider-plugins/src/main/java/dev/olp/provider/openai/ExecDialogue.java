package dev.olp.provider.openai;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import dev.olp.provider.common.CliLines;
import dev.olp.provider.common.JsonFields;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code codex exec --json}, for versions without app-server: the prompt on stdin, then whole items, no deltas. Errors
 * are texts only; an {@code error} line is never the end, {@code turn.completed} and {@code turn.failed} are.
 */
final class ExecDialogue implements Dialogue {
    private static final Set<String> PLAIN_ITEMS = Set.of("agent_message", "reasoning", "error", "todo_list");

    private final FlatPrompt prompt;
    private final AnswerText answer = new AnswerText(false);
    private final AnswerText reasoning = new AnswerText(true);
    private @Nullable DialogueEnd outcome;
    private @Nullable String lastError;
    private int skipped;

    ExecDialogue(FlatPrompt prompt) {
        this.prompt = prompt;
    }

    @Override
    public Step opening() {
        return new Step(List.of(), List.of(prompt), true, Step.Ending.NONE);
    }

    @Override
    public Step accept(byte[] line) {
        ObjectNode event = outcome == null ? CliLines.object(line) : null;
        if (event == null) {
            skipped += outcome == null ? 1 : 0;
            return Step.NOTHING;
        }
        return switch (JsonFields.textOrEmpty(event, "type")) {
            case "item.started", "item.updated" -> itemStarted(event.path("item"));
            case "item.completed" -> itemCompleted(event.path("item"));
            case "turn.completed" -> turnCompleted(event.path("usage"));
            case "turn.failed" ->
                over(failure(JsonFields.textOrEmpty(event.path("error"), "message")), Step.Ending.LINGER);
            case "error" -> {
                lastError = JsonFields.text(event, "message");
                yield Step.NOTHING;
            }
            case "thread.started", "turn.started" -> Step.NOTHING;
            default -> {
                skipped++;
                yield Step.NOTHING;
            }
        };
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        if (outcome != null) {
            return outcome;
        }
        return lastError != null ? failure(lastError) : Endings.unexplained(exit, stderrTail);
    }

    @Override
    public int skipped() {
        return skipped;
    }

    private Step itemStarted(JsonNode item) {
        String type = JsonFields.textOrEmpty(item, "type");
        return PLAIN_ITEMS.contains(type)
                ? Step.NOTHING
                : over(Endings.fault(Fault.Kind.PROTOCOL, "codex began " + type), Step.Ending.KILL);
    }

    private Step itemCompleted(JsonNode item) {
        String id = JsonFields.textOrEmpty(item, "id");
        String text = JsonFields.textOrEmpty(item, "text");
        try {
            return switch (JsonFields.textOrEmpty(item, "type")) {
                case "agent_message" -> events(answer.whole(id, text));
                case "reasoning" -> events(reasoning.whole(id, text));
                default -> itemStarted(item);
            };
        } catch (AnswerText.Disagreement impossible) {
            throw new IllegalStateException("exec has no deltas", impossible);
        }
    }

    private Step turnCompleted(JsonNode counts) {
        Usage usage = new Usage(
                JsonFields.number(counts, "input_tokens", 0),
                JsonFields.number(counts, "cached_input_tokens", 0),
                0,
                JsonFields.number(counts, "output_tokens", 0),
                JsonFields.number(counts, "reasoning_output_tokens", 0));
        outcome = new DialogueEnd.Finished(FinishReason.STOP, usage);
        return Step.end(Step.Ending.LINGER, new ChatEvent.UsageReport(usage));
    }

    private Step over(DialogueEnd end, Step.Ending ending) {
        outcome = end;
        return Step.end(ending);
    }

    private static DialogueEnd failure(String message) {
        return new CodexFailure(Usage.ZERO, null).end(message, MissingNode.getInstance());
    }

    private static Step events(List<ChatEvent> events) {
        return events.isEmpty() ? Step.NOTHING : new Step(events, List.of(), false, Step.Ending.NONE);
    }
}
