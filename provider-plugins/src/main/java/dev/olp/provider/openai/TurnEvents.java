package dev.olp.provider.openai;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.provider.common.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What the notifications of {@code codex app-server} say of the one turn that it runs. */
final class TurnEvents {
    /** Notifications that say nothing of the answer. */
    private static final Set<String> WITHOUT_NEWS = Set.of(
            "configWarning",
            "deprecationNotice",
            "remoteControl/status/changed",
            "thread/settings/updated",
            "thread/started",
            "thread/status/changed",
            "turn/started",
            "warning");

    /** The one request of codex's that is news of the turn. */
    static final String TOOL_CALL = "item/tool/call";

    private static final String NOT_COMPLETED = "an item was not completed";
    /** Tells a reasoning item's own text from its summary. */
    private static final String RAW = "/raw";

    private final AnswerText answer = new AnswerText(false);
    private final AnswerText reasoning = new AnswerText(true);
    private final ToolWatch tools;
    private final ToolCalls calls = new ToolCalls();
    private Usage usage = Usage.ZERO;
    private List<ChatEvent.RateLimitReport> limits = List.of();
    private JsonNode lastError = MissingNode.getInstance();
    private boolean messageBegun;
    private int skipped;

    TurnEvents(ToolWatch tools) {
        this.tools = tools;
    }

    /** Takes one notification. */
    Told tell(String method, JsonNode params) {
        try {
            return switch (method) {
                case "item/agentMessage/delta" -> Told.of(answer.delta(item(params), delta(params)));
                case "item/reasoning/summaryTextDelta" -> Told.of(reasoning.delta(item(params), delta(params)));
                case "item/reasoning/textDelta" -> Told.of(reasoning.delta(item(params) + RAW, delta(params)));
                case "item/reasoning/summaryPartAdded" -> Told.of(reasoning.nextPart(item(params)));
                case "item/started" -> itemStarted(params.path("item"));
                case "item/completed" -> Told.of(itemCompleted(params.path("item")));
                case "rawResponseItem/completed" -> rawItem(params.path("item"));
                case "rawResponse/completed" ->
                    calls.isEmpty() ? Told.NOTHING : called(TokenCounts.read(params.path("usage")));
                case TOOL_CALL -> toolCall(params);
                case "thread/tokenUsage/updated" -> tokenUsage(params.path("tokenUsage"));
                case "account/rateLimits/updated" -> rateLimits(params.path("rateLimits"));
                case "error" -> error(params);
                case "turn/completed" -> turnCompleted(params.path("turn"));
                default -> unknown(method);
            };
        } catch (AnswerText.Disagreement disagreement) {
            return Told.fault("deltas and whole item differ");
        }
    }

    /** The end that a final error notification amounts to, for a run that ended without {@code turn/completed}. */
    @Nullable
    DialogueEnd reportedFailure() {
        return lastError.isMissingNode() ? null : failure(lastError);
    }

    int skipped() {
        return skipped;
    }

    private Told itemStarted(JsonNode item) {
        String type = JsonFields.textOrEmpty(item, "type");
        messageBegun |= type.equals("agentMessage");
        return tools.mayBegin(type) ? Told.NOTHING : Told.fault("codex began " + type);
    }

    private List<ChatEvent> itemCompleted(JsonNode item) throws AnswerText.Disagreement {
        String id = JsonFields.textOrEmpty(item, "id");
        return switch (JsonFields.textOrEmpty(item, "type")) {
            case "agentMessage" -> answer.whole(id, JsonFields.textOrEmpty(item, "text"));
            case "reasoning" -> reasoningCompleted(id, item.path("summary"));
            default -> List.of();
        };
    }

    /** Reasoning is told once, by deltas or whole; its deltas mix summary and text, so they are not held against it. */
    private List<ChatEvent> reasoningCompleted(String id, JsonNode summary) throws AnswerText.Disagreement {
        if (reasoning.hasPieces(id) || reasoning.hasPieces(id + RAW)) {
            return List.of();
        }
        List<String> parts = new ArrayList<>();
        summary.forEach(part -> parts.add(part.isString() ? part.stringValue() : ""));
        return reasoning.whole(id, String.join("\n\n", parts));
    }

    private Told rawItem(JsonNode item) {
        return switch (tools.kind(item)) {
            case NO_CALL -> Told.NOTHING;
            case CLIENTS -> Told.of(calls.raw(item));
            case STRANGE ->
                Told.fault("the model called a tool that nobody offered: " + JsonFields.textOrEmpty(item, "type") + " "
                        + JsonFields.textOrEmpty(item, "name"));
        };
    }

    private Told toolCall(JsonNode params) {
        return tools.isOffered(JsonFields.textOrEmpty(params, "tool"))
                ? Told.of(calls.asked(params))
                : Told.fault("codex asked for a tool that nobody offered: " + JsonFields.textOrEmpty(params, "tool"));
    }

    /** The answer is whole and has calls; codex's next step would be to ask the provider again. */
    private Told called(Usage counted) {
        if (answer.hasLooseEnds()) {
            return Told.fault(NOT_COMPLETED);
        }
        usage = counted;
        return new Told(
                List.of(new ChatEvent.UsageReport(usage)),
                new DialogueEnd.Finished(FinishReason.TOOL_CALLS, usage),
                true);
    }

    /**
     * The thread has one turn and the turn one call, so the total is the answer's usage; the last call's own counts are
     * zero for an answer that was cut (0.171.0). More than one call's worth means that codex called again.
     */
    private Told tokenUsage(JsonNode tokenUsage) {
        Usage total = TokenCounts.read(tokenUsage.path("total"));
        Usage last = TokenCounts.read(tokenUsage.path("last"));
        if (total.totalTokens() == 0) {
            return Told.NOTHING;
        }
        boolean again = TokenCounts.exceeds(total, last) || TokenCounts.exceeds(total, usage);
        usage = total;
        if (again) {
            return Told.fault("codex called the provider again");
        }
        // 0.133.0 tells of an answer's end in no other way; one that was cut has no counts of its own
        return calls.isEmpty() || last.totalTokens() == 0
                ? Told.of(List.of(new ChatEvent.UsageReport(usage)))
                : called(total);
    }

    private Told rateLimits(JsonNode rateLimits) {
        List<ChatEvent.RateLimitReport> reports = RateLimits.read(rateLimits);
        if (!reports.isEmpty()) {
            limits = reports;
        }
        return Told.of(List.copyOf(reports));
    }

    private Told error(JsonNode params) {
        if (!JsonFields.isTrue(params, "willRetry")) {
            lastError = params.path("error");
        }
        return Told.NOTHING;
    }

    private Told turnCompleted(JsonNode turn) throws AnswerText.Disagreement {
        return switch (JsonFields.textOrEmpty(turn, "status")) {
            case "completed" -> completed(turn);
            case "failed" -> {
                JsonNode error = turn.path("error");
                yield new Told(List.of(), failure(error.isObject() ? error : lastError), false);
            }
            default ->
                new Told(
                        List.of(),
                        Endings.fault(Fault.Kind.PROTOCOL, "turn ended as " + JsonFields.textOrEmpty(turn, "status")),
                        false);
        };
    }

    /** The turn's own list of items may hold what no item event told; it may as well be empty. */
    private Told completed(JsonNode turn) throws AnswerText.Disagreement {
        List<ChatEvent> events = new ArrayList<>();
        for (JsonNode item : turn.path("items")) {
            if (JsonFields.textOrEmpty(item, "type").equals("agentMessage")) {
                events.addAll(itemCompleted(item));
            }
        }
        if (answer.hasLooseEnds()) {
            return Told.fault(NOT_COMPLETED);
        }
        if (!calls.isEmpty()) {
            return Told.fault("codex went on after a tool call");
        }
        // codex drops a refusal: the message begins, and nothing of it follows
        boolean withheld = messageBegun && !answer.begun();
        FinishReason reason = withheld ? FinishReason.CONTENT_FILTER : FinishReason.STOP;
        return new Told(events, new DialogueEnd.Finished(reason, usage), false);
    }

    private Told unknown(String method) {
        skipped += WITHOUT_NEWS.contains(method) ? 0 : 1;
        return Told.NOTHING;
    }

    private DialogueEnd failure(JsonNode error) {
        return new CodexFailure(usage, RateLimits.resetOfSpent(limits))
                .end(JsonFields.textOrEmpty(error, "message"), error.path("codexErrorInfo"));
    }

    private static String item(JsonNode params) {
        return JsonFields.textOrEmpty(params, "itemId");
    }

    private static String delta(JsonNode params) {
        return JsonFields.textOrEmpty(params, "delta");
    }

    /**
     * What a notification amounts to.
     *
     * @param end the outcome, once it stands
     * @param atOnce whether codex must not live on, since it would call the provider again
     */
    record Told(List<ChatEvent> events, @Nullable DialogueEnd end, boolean atOnce) {
        static final Told NOTHING = new Told(List.of(), null, false);

        static Told of(List<ChatEvent> events) {
            return events.isEmpty() ? NOTHING : new Told(events, null, false);
        }

        static Told fault(String logMessage) {
            return new Told(List.of(), Endings.fault(Fault.Kind.PROTOCOL, logMessage), true);
        }
    }
}
