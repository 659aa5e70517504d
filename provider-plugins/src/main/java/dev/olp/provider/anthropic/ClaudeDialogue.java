package dev.olp.provider.anthropic;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * claude's stream-json protocol, 2.1.152 and 2.1.332.
 *
 * <pre>
 * INITIALIZING --control_response--> REPLAYING --last line written, stdin closed--> ANSWERING --result--> settled
 *                                    |       ^                                              +--message of calls--^
 *                                    +--ack--+  (a result of zero turns for each user line of the history)
 * </pre>
 *
 * The waiting is a must: claude appends assistant lines at once but queues user lines, so that lines written in one go
 * end up in the wrong order. Where tools are offered, stdin stays open until the model answers: claude asks for them there.
 */
final class ClaudeDialogue implements Dialogue {
    /** Lines that say nothing we need. {@code user} lines are the CLI's own nudges and echoes. */
    private static final Set<String> IGNORED = Set.of("user", "command_lifecycle", "keep_alive");

    /**
     * How a run ends that we gave a budget for one upstream call ({@link ClaudeLaunch}): no failure if the model stopped
     * by itself, though there is neither text nor usage in that result.
     */
    private static final String BUDGET_SPENT = "error_max_budget_usd";

    private enum Phase {
        INITIALIZING,
        REPLAYING,
        ANSWERING
    }

    private final ClaudeSetup setup;
    private final List<ClaudeHistory.Entry> history;
    private final ClaudeStream stream;
    private Phase phase = Phase.INITIALIZING;
    private int written;
    private boolean stdinClosed;
    private int skipped;
    private @Nullable DialogueEnd outcome;

    ClaudeDialogue(ClaudeSetup setup, List<ClaudeHistory.Entry> history) {
        this.setup = setup;
        this.history = List.copyOf(history);
        this.stream = new ClaudeStream(setup.tools());
    }

    @Override
    public Step opening() {
        return new Step(List.of(), setup.lines(), false, Step.Ending.NONE);
    }

    @Override
    public Step accept(byte[] line) {
        if (outcome != null) {
            return Step.NOTHING;
        }
        ObjectNode event = CliLines.object(line);
        if (event == null) {
            return skip();
        }
        return switch (JsonFields.textOrEmpty(event, "type")) {
            case "control_response" -> controlResponse(event);
            case "control_request" -> controlRequest(event);
            case "result" -> result(event);
            case "stream_event" -> phase == Phase.ANSWERING ? streamEvent(event) : skip();
            case "assistant" -> assistant(event);
            case "rate_limit_event" -> rateLimit(event);
            case "system" -> "init".equals(JsonFields.text(event, "subtype")) ? init(event) : Step.NOTHING;
            case String type when IGNORED.contains(type) -> Step.NOTHING;
            default -> skip();
        };
    }

    private Step controlResponse(ObjectNode event) {
        JsonNode response = event.path("response");
        String id = JsonFields.text(response, "request_id");
        boolean isLate = setup.late().grant(id);
        if (phase != Phase.INITIALIZING || !(isLate || ClaudeControl.INITIALIZE_ID.equals(id))) {
            return skip();
        }
        if (!"success".equals(JsonFields.text(response, "subtype"))) {
            String words = JsonFields.textOrEmpty(response, "error");
            return settle(Step.Ending.TERMINATE, failed(Fault.Kind.PROTOCOL, id + " was refused: " + words));
        }
        if (isLate) {
            return Step.NOTHING;
        } else if (!setup.late().granted()) {
            return settle(Step.Ending.KILL, failed(Fault.Kind.PROTOCOL, "what it was told late was not answered"));
        }
        phase = Phase.REPLAYING;
        return writeOn();
    }

    private Step init(ObjectNode event) {
        String contradiction = setup.contradiction(event);
        return contradiction == null
                ? Step.NOTHING
                : settle(Step.Ending.KILL, failed(Fault.Kind.PROTOCOL, contradiction));
    }

    private Step controlRequest(ObjectNode event) {
        String id = JsonFields.text(event, "request_id");
        // with stdin closed the CLI knows by itself that no answer will come
        if (id == null || stdinClosed) {
            return skip();
        }
        JsonNode request = event.path("request");
        if (!"mcp_message".equals(JsonFields.text(request, "subtype"))) {
            skipped++;
            return Step.write(ClaudeControl.decline(id));
        }
        StdinLine answer = setup.tools().answer(id, request.path("message"));
        return answer == null
                ? settle(Step.Ending.KILL, failed(Fault.Kind.PROTOCOL, "claude would have a tool run"))
                : Step.write(answer);
    }

    /** Writes up to and with the next line that is acknowledged; behind the last one stdin is closed. */
    private Step writeOn() {
        List<StdinLine> lines = new ArrayList<>();
        while (written < history.size()) {
            ClaudeHistory.Entry entry = history.get(written++);
            lines.add(entry.line());
            if (entry.acknowledged()) {
                return new Step(List.of(), lines, false, Step.Ending.NONE);
            }
        }
        phase = Phase.ANSWERING;
        stdinClosed = setup.tools().isEmpty();
        return new Step(List.of(), lines, stdinClosed, Step.Ending.NONE);
    }

    private Step streamEvent(ObjectNode event) {
        if (JsonFields.text(event, "parent_tool_use_id") != null) {
            return skip();
        }
        ClaudeStream.Outcome step = stream.accept(event.path("event"));
        skipped += step.skipped() ? 1 : 0;
        boolean closing = !stdinClosed;
        stdinClosed = true;
        outcome = step.end();
        // a SIGTERM would leave the CLI time to ask the provider to go on, or to answer again
        Step.Ending ending = outcome == null ? Step.Ending.NONE : Step.Ending.KILL;
        return new Step(step.events(), List.of(), closing, ending);
    }

    private Step assistant(ObjectNode event) {
        if (phase == Phase.ANSWERING) {
            stream.assistant(event);
        }
        return Step.NOTHING;
    }

    private Step rateLimit(ObjectNode event) {
        ChatEvent.@Nullable RateLimitReport report = stream.rateLimit(event.path("rate_limit_info"));
        return report == null ? Step.NOTHING : Step.of(report);
    }

    private Step result(ObjectNode event) {
        boolean ranByItself = JsonFields.number(event, "num_turns", 1) == 0;
        if (phase == Phase.REPLAYING && ranByItself && !isError(event)) {
            return writeOn();
        }
        if (stream.standing() != null) {
            return settle(Step.Ending.KILL, stream.standing());
        }
        boolean budgetSpent = BUDGET_SPENT.equals(JsonFields.text(event, "subtype"));
        if (phase != Phase.ANSWERING || (isError(event) && !(budgetSpent && stream.isStopped()))) {
            return settle(Step.Ending.LINGER, stream.failure(event));
        }
        String text = JsonFields.textOrEmpty(event, "result");
        String contradiction = ranByItself
                ? "the CLI answered by itself, without the model: " + text
                : stream.answer().contradiction(text);
        if (contradiction != null) {
            return settle(Step.Ending.LINGER, failed(Fault.Kind.PROTOCOL, contradiction));
        }
        if (!budgetSpent) {
            stream.usage().update(event.path("usage"));
        }
        return finish(stream.answer().missing(text), stream.usage().toUsage());
    }

    private Step finish(String missing, Usage usage) {
        List<ChatEvent> events = new ArrayList<>();
        if (!missing.isEmpty()) {
            events.add(new ChatEvent.TextDelta(missing));
        }
        events.add(new ChatEvent.UsageReport(usage));
        outcome = new DialogueEnd.Finished(FinishReason.STOP, usage);
        return new Step(events, List.of(), false, Step.Ending.LINGER);
    }

    private static boolean isError(ObjectNode event) {
        return JsonFields.isTrue(event, "is_error");
    }

    private Step settle(Step.Ending ending, DialogueEnd end) {
        outcome = end;
        return Step.end(ending);
    }

    private Step skip() {
        skipped++;
        return Step.NOTHING;
    }

    private static DialogueEnd failed(Fault.Kind kind, String logMessage) {
        return new DialogueEnd.Failed(Fault.of(kind, logMessage));
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        return Objects.requireNonNullElseGet(
                outcome != null ? outcome : stream.standing(),
                () -> failed(
                        Fault.Kind.CLI_FAILED,
                        "ended without a result in phase %s, %s: %s".formatted(phase, exit, stderrTail)));
    }

    @Override
    public int skipped() {
        return skipped;
    }
}
