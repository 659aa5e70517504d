package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Login;
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
 *                                    |       ^
 *                                    +--ack--+  (a result of zero turns for each user line of the history)
 * </pre>
 *
 * The waiting is a must: claude appends assistant lines at once but queues user lines, so that lines written in one go
 * end up in the wrong order.
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

    private final Login.Kind login;
    private final LateSettings late;
    private final List<String> system;
    private final List<ClaudeHistory.Entry> history;
    private final ClaudeStream stream = new ClaudeStream();
    private Phase phase = Phase.INITIALIZING;
    private int written;
    private int skipped;
    private @Nullable DialogueEnd outcome;

    /**
     * @param login which the run was given, and must be spent
     * @param late what its argv does not say
     */
    ClaudeDialogue(Login.Kind login, LateSettings late, List<String> system, List<ClaudeHistory.Entry> history) {
        this.login = login;
        this.late = late;
        this.system = List.copyOf(system);
        this.history = List.copyOf(history);
    }

    @Override
    public Step opening() {
        return new Step(List.of(), late.before(ClaudeControl.initialize(system)), false, Step.Ending.NONE);
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
        boolean isLate = late.grant(id);
        if (phase != Phase.INITIALIZING || !(isLate || ClaudeControl.INITIALIZE_ID.equals(id))) {
            return skip();
        }
        if (!"success".equals(JsonFields.text(response, "subtype"))) {
            String words = JsonFields.textOrEmpty(response, "error");
            return settle(Step.Ending.TERMINATE, failed(Fault.Kind.PROTOCOL, id + " was refused: " + words));
        }
        if (isLate) {
            return Step.NOTHING;
        } else if (!late.granted()) {
            return settle(Step.Ending.KILL, failed(Fault.Kind.PROTOCOL, "what it was told late was not answered"));
        }
        phase = Phase.REPLAYING;
        return writeOn();
    }

    /** A CLI that took another login than the one it was given would spend somebody else's money. */
    private Step init(ObjectNode event) {
        String model = JsonFields.text(event, "model");
        if (late.contradicts(model)) {
            return settle(Step.Ending.KILL, failed(Fault.Kind.PROTOCOL, "claude would ask the model " + model));
        }
        String source = JsonFields.text(event, "apiKeySource");
        String expected = switch (login) {
            case OAUTH_TOKEN -> "none";
            case API_KEY -> "ANTHROPIC_API_KEY";
        };
        return source == null || source.equals(expected)
                ? Step.NOTHING
                : settle(
                        Step.Ending.KILL,
                        failed(
                                Fault.Kind.PROTOCOL,
                                "claude takes its login from " + source + " (expected: " + expected + ")"));
    }

    private Step controlRequest(ObjectNode event) {
        skipped++;
        String id = JsonFields.text(event, "request_id");
        // with stdin closed the CLI knows by itself that no answer will come
        return id == null || phase == Phase.ANSWERING ? Step.NOTHING : Step.write(ClaudeControl.decline(id));
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
        return new Step(List.of(), lines, true, Step.Ending.NONE);
    }

    private Step streamEvent(ObjectNode event) {
        if (JsonFields.text(event, "parent_tool_use_id") != null) {
            return skip();
        }
        ClaudeStream.Outcome step = stream.accept(event.path("event"));
        skipped += step.skipped() ? 1 : 0;
        DialogueEnd end = step.end();
        if (end == null) {
            return new Step(step.events(), List.of(), false, Step.Ending.NONE);
        }
        outcome = end;
        // a SIGTERM would leave the CLI time to ask the provider to go on, or to answer again
        return new Step(step.events(), List.of(), false, Step.Ending.KILL);
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
                outcome,
                () -> failed(
                        Fault.Kind.CLI_FAILED,
                        "ended without a result in phase %s, %s: %s".formatted(phase, exit, stderrTail)));
    }

    @Override
    public int skipped() {
        return skipped;
    }
}
