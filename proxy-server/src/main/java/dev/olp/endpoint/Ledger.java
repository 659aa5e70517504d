package dev.olp.endpoint;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import dev.olp.audit.Receipt;
import dev.olp.auth.Caller;
import dev.olp.auth.Tier;
import dev.olp.cache.CacheNote;
import dev.olp.cache.CacheStatus;
import dev.olp.cache.Sharing;
import dev.olp.http.InboundRequest;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.routing.RoutePlan;
import dev.olp.run.RunTrace;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.Sha256;
import dev.olp.wire.chat.ParsedChat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one request comes to, gathered on its thread and written once, whatever the end.
 *
 * <pre>open ─(admit)─▶ admitted ─▶ written, before the last byte goes out, or else when it is closed</pre>
 */
final class Ledger implements AutoCloseable, CacheNote {
    /** nginx's status for a client that closed its connection first; never sent, only recorded. */
    private static final int CLIENT_CLOSED_REQUEST = 499;

    private static final ApiError UNAVAILABLE = ApiError.of(
                    503,
                    "audit_unavailable",
                    "This server may not serve what it cannot write down, and it cannot write just now; try again shortly.")
            .withRetryAfter(Duration.ofSeconds(5));

    private final AuditTerms audit;
    private final RequestTally tally;
    private final InboundRequest request;
    private final Predicate<Tier> seesFallbackDetail;
    private final Costs costs;
    private final Clock clock;
    private final LongSupplier ticker;
    private final Instant at;
    private RunTrace trace;
    private CacheStatus cache = CacheStatus.BYPASS;
    private Sharing sharing = Sharing.SOLO;
    private Map<String, String> limits = Map.of();
    private @Nullable Caller caller;
    private @Nullable ParsedChat chat;
    private @Nullable String requestHash;
    private @Nullable Long firstTokenMs;
    private Outcome outcome = Outcome.SERVER_FAULT;
    private int status = 500;
    private @Nullable String errorCode = "internal_error";
    private String told = "";
    private @Nullable RoutePlan plan;
    private boolean written;

    Ledger(
            AuditTerms audit,
            RequestTally tally,
            InboundRequest request,
            Predicate<Tier> seesFallbackDetail,
            Costs costs,
            Clock clock,
            LongSupplier ticker) {
        this.audit = audit;
        this.tally = tally;
        this.request = request;
        this.seesFallbackDetail = seesFallbackDetail;
        this.costs = costs;
        this.clock = clock;
        this.ticker = ticker;
        this.at = clock.instant();
        this.trace = new RunTrace(ticker);
    }

    RunTrace trace() {
        return trace;
    }

    @Override
    public void cached(CacheStatus status, Sharing shared, RunTrace run) {
        cache = status;
        sharing = shared;
        trace = run;
    }

    CacheStatus cacheStatus() {
        return cache;
    }

    Sharing sharing() {
        return sharing;
    }

    /** What each failed hop failed of; empty when none did, or the caller may not see it. */
    Optional<String> fallbackDetail() {
        return caller == null || trace.failures().isEmpty() || !seesFallbackDetail.test(caller.tier())
                ? Optional.empty()
                : Optional.of(FallbackDetail.of(trace.failures(), clock.instant()));
    }

    void caller(Caller admitted) {
        caller = admitted;
    }

    /** How the caller's key stands, as headers. */
    void limits(Map<String, String> headers) {
        limits = Map.copyOf(headers);
    }

    Map<String, String> limits() {
        return limits;
    }

    void body(byte[] body) {
        requestHash = Sha256.hex(body);
    }

    void chat(ParsedChat parsed) {
        chat = parsed;
    }

    void firstToken() {
        firstTokenMs = elapsedMs();
    }

    /** A good end: its row is committed when this returns, so that the last byte may go out. */
    void success() throws InterruptedException {
        success(200);
    }

    /** @param told the status, 200 to 299 */
    void success(int told) throws InterruptedException {
        end(Outcome.SUCCESS, told, null);
        settle();
    }

    void failed(ApiError error) {
        end(Outcomes.of(error, trace.current() != null || !trace.failures().isEmpty()), error.status(), error.code());
        told = error.message();
    }

    void clientGone() {
        end(Outcome.CLIENT_GONE, CLIENT_CLOSED_REQUEST, null);
    }

    private void end(Outcome kind, int endStatus, @Nullable String code) {
        outcome = kind;
        status = endStatus;
        errorCode = code;
    }

    long elapsedMs() {
        return (ticker.getAsLong() - request.receivedNanos()) / 1_000_000;
    }

    /**
     * Writes down that work is about to begin, and waits for it.
     *
     * @param chosen the hops
     * @throws ApiException 503 {@code audit_unavailable} when it could not be written and the operator wants no request
     *     without a row
     */
    void admit(RoutePlan chosen) throws ApiException, InterruptedException {
        plan = chosen;
        if (!audit.log().admit(row(Outcome.INTERRUPTED, 500, "interrupted", 0)).await(audit.patience())
                && audit.refuseWithoutAdmission()) {
            throw new ApiException(UNAVAILABLE);
        }
    }

    /** Writes the row as things stand, and waits until it is committed; once. To be called before the last byte. */
    void settle() throws InterruptedException {
        if (!written) {
            write().await(audit.patience());
        }
    }

    /** Where nothing went out at the end, nobody waits for the row. */
    @Override
    public void close() {
        if (!written) {
            write();
        }
    }

    private Receipt write() {
        written = true;
        AuditRecord row = row(outcome, status, errorCode, elapsedMs());
        Receipt receipt = audit.log().append(row);
        audit.counted().accept(row);
        tally.note(row, told);
        audit.spans().ended(request, row, trace);
        return receipt;
    }

    private AuditRecord row(Outcome kind, int endStatus, @Nullable String code, long latencyMs) {
        Usage usage = trace.usage();
        RoutePlan followed = plan;
        Hop hop = trace.current();
        return new AuditRecord(
                request.id(),
                at,
                caller == null ? null : caller.keyId(),
                caller == null ? null : caller.name(),
                caller == null ? null : caller.tier().name(),
                request.method(),
                request.path(),
                chat == null ? null : chat.requestedModel(),
                hop == null ? null : hop.model(),
                hop == null ? null : hop.provider(),
                hop == null ? null : hop.account(),
                kind,
                endStatus,
                code,
                latencyMs,
                firstTokenMs,
                milliseconds(trace.queueNanos()),
                milliseconds(trace.spawnNanos()),
                chat != null && chat.stream(),
                followed == null ? null : cache.spelled(),
                trace.fallbackHops(),
                FallbackDetail.tried(trace.failures()),
                followed == null ? null : followed.canonicalModel(),
                usage.inputTokens(),
                usage.cachedInputTokens(),
                usage.outputTokens(),
                usage.reasoningTokens(),
                trace.usageEstimated(),
                costs.micros(trace),
                followed == null ? null : audit.isolation().of(trace.profile()),
                chat == null || chat.user() == null ? null : Sha256.hex(chat.user()),
                requestHash,
                audit.addresses().apply(request.peer()).orElse(null),
                followed == null || kind == Outcome.INTERRUPTED ? null : Decisions.of(followed, trace, kind));
    }

    private static @Nullable Long milliseconds(@Nullable Long nanos) {
        return nanos == null ? null : nanos / 1_000_000;
    }
}
