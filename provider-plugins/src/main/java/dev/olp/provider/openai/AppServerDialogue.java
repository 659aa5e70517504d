package dev.olp.provider.openai;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.Step;
import dev.olp.provider.common.CliLines;
import dev.olp.provider.common.JsonFields;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code codex app-server} (0.133.0, 0.171.0): JSON-RPC, one object a line.
 *
 * <pre>
 * GREETED --response 1--> OPENED --response 2--> FED --response 3--> RUNNING --turn/completed--> OVER
 *    |                      |                     |                     |
 *    +--- error response, request to use a tool, a tool call, disagreement ---> OVER
 * </pre>
 *
 * The whole history goes in by {@code thread/inject_items}, the last user turn too, and the turn starts with empty
 * input: a turn's input would get a random id, and be another item in the next request.
 */
final class AppServerDialogue implements Dialogue {
    /** Requests that codex may make of its client without the model having called a tool. */
    private static final Set<String> HARMLESS_REQUESTS =
            Set.of("account/chatgptAuthTokens/refresh", "attestation/generate", "currentTime/read");

    private final AppServerRequests requests;
    private final TurnEvents turn;
    private Phase phase;
    private @Nullable DialogueEnd outcome;
    private int skipped;

    private AppServerDialogue(AppServerRequests requests, TurnEvents turn, Phase phase) {
        this.requests = requests;
        this.turn = turn;
        this.phase = phase;
    }

    AppServerDialogue(AppServerRequests requests, TurnEvents turn) {
        this(requests, turn, Phase.GREETED);
    }

    /** With a codex that was started ahead and answered {@link AppServerGreeting}. */
    static AppServerDialogue late(AppServerRequests requests, TurnEvents turn) {
        return new AppServerDialogue(requests, turn, Phase.OPENED);
    }

    @Override
    public Step opening() {
        return Step.write(phase == Phase.GREETED ? AppServerRequests.initialize() : requests.startThread());
    }

    @Override
    public Step accept(byte[] line) {
        ObjectNode message = phase == Phase.OVER ? null : CliLines.object(line);
        if (message == null) {
            skipped += phase == Phase.OVER ? 0 : 1;
            return Step.NOTHING;
        }
        String method = JsonFields.text(message, "method");
        if (method == null) {
            return response(message);
        }
        JsonNode params = message.path("params");
        if (!message.has("id")) {
            return notification(method, params);
        }
        return method.equals(TurnEvents.TOOL_CALL)
                ? toolCall(message.path("id"), params)
                : refuse(method, message.path("id"));
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        if (outcome != null) {
            return outcome;
        }
        DialogueEnd reported = turn.reportedFailure();
        return reported != null ? reported : Endings.unexplained(exit, stderrTail);
    }

    @Override
    public int skipped() {
        return skipped + turn.skipped();
    }

    private Step response(ObjectNode message) {
        if (JsonFields.number(message, "id", 0) != phase.awaited) {
            skipped++;
            return Step.NOTHING;
        }
        if (message.has("error")) {
            return over(refusedByCodex(message.path("error")), List.of(), Step.Ending.LINGER);
        }
        phase = phase.next();
        return switch (phase) {
            case OPENED -> Step.write(AppServerRequests.initialized(), requests.startThread());
            case FED -> injectItems(message.path("result").path("thread"));
            case RUNNING -> Step.write(requests.startTurn());
            // the response to turn/start says no more than that it began
            default -> Step.NOTHING;
        };
    }

    private Step injectItems(JsonNode thread) {
        String id = JsonFields.text(thread, "id");
        if (id == null) {
            return over(
                    Endings.fault(Fault.Kind.PROTOCOL, "thread/start: no thread id"), List.of(), Step.Ending.LINGER);
        }
        requests.onThread(id);
        return Step.write(requests.injectItems());
    }

    /** Nothing that codex asks for is ever granted; a request that comes of a tool call ends the run as well. */
    private Step refuse(String method, JsonNode id) {
        StdinLine refusal = requests.refusal(id);
        if (HARMLESS_REQUESTS.contains(method)) {
            return Step.write(refusal);
        }
        Step end = over(Endings.fault(Fault.Kind.PROTOCOL, "codex asked for " + method), List.of(), Step.Ending.KILL);
        return new Step(end.events(), List.of(refusal), false, end.ending());
    }

    /**
     * The client runs its tools, not codex. The call is answered nevertheless: codex tells of an answer's end, good or bad,
     * only once its calls have results. That it would then ask the provider again is prevented by the gateway.
     */
    private Step toolCall(JsonNode id, JsonNode params) {
        Step told = notification(TurnEvents.TOOL_CALL, params);
        return new Step(told.events(), List.of(requests.refusal(id)), false, told.ending());
    }

    private Step notification(String method, JsonNode params) {
        TurnEvents.Told told = turn.tell(method, params);
        DialogueEnd end = told.end();
        if (end == null) {
            return told.events().isEmpty() ? Step.NOTHING : new Step(told.events(), List.of(), false, Step.Ending.NONE);
        }
        return over(end, told.events(), told.atOnce() ? Step.Ending.KILL : Step.Ending.LINGER);
    }

    private Step over(DialogueEnd end, List<ChatEvent> events, Step.Ending ending) {
        phase = Phase.OVER;
        outcome = end;
        return new Step(events, List.of(), ending == Step.Ending.LINGER, ending);
    }

    private static DialogueEnd refusedByCodex(JsonNode error) {
        String text = JsonFields.textOrEmpty(error, "message") + " " + error.path("data");
        return Endings.fault(ErrorText.kind(text.strip(), Fault.Kind.CLI_FAILED), text);
    }

    /** Where the exchange stands, and the id of the response that it waits for. */
    private enum Phase {
        GREETED(AppServerRequests.INITIALIZE),
        OPENED(AppServerRequests.START_THREAD),
        FED(AppServerRequests.INJECT_ITEMS),
        RUNNING(AppServerRequests.START_TURN),
        STARTED(0),
        OVER(0);

        private final int awaited;

        Phase(int awaited) {
            this.awaited = awaited;
        }

        Phase next() {
            return switch (this) {
                case GREETED -> OPENED;
                case OPENED -> FED;
                case FED -> RUNNING;
                case RUNNING, STARTED -> STARTED;
                case OVER -> OVER;
            };
        }
    }
}
