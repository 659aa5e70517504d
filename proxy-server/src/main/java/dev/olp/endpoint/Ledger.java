package dev.olp.endpoint;

import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import dev.olp.auth.Caller;
import dev.olp.auth.Tier;
import dev.olp.http.InboundRequest;
import dev.olp.provider.Usage;
import dev.olp.run.HopFailure;
import dev.olp.run.RunTrace;
import dev.olp.wire.ApiError;
import dev.olp.wire.chat.ParsedChat;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one request comes to, gathered on its thread and written once, whatever the end. */
final class Ledger implements AutoCloseable {
    /** nginx's status for a client that closed its connection first; never sent, only recorded. */
    private static final int CLIENT_CLOSED_REQUEST = 499;

    private final AuditLog audit;
    private final InboundRequest request;
    private final Predicate<Tier> seesFallbackDetail;
    private final Function<InetAddress, Optional<String>> addresses;
    private final Clock clock;
    private final LongSupplier ticker;
    private final Instant at;
    private final RunTrace trace = new RunTrace();
    private @Nullable Caller caller;
    private @Nullable ParsedChat chat;
    private @Nullable String requestHash;
    private @Nullable Long firstTokenMs;
    private Outcome outcome = Outcome.SERVER_FAULT;
    private int status = 500;
    private @Nullable String errorCode = "internal_error";

    Ledger(
            AuditLog audit,
            InboundRequest request,
            Predicate<Tier> seesFallbackDetail,
            Function<InetAddress, Optional<String>> addresses,
            Clock clock,
            LongSupplier ticker) {
        this.audit = audit;
        this.request = request;
        this.seesFallbackDetail = seesFallbackDetail;
        this.addresses = addresses;
        this.clock = clock;
        this.ticker = ticker;
        this.at = clock.instant();
    }

    RunTrace trace() {
        return trace;
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

    void body(byte[] body) {
        requestHash = sha256(body);
    }

    void chat(ParsedChat parsed) {
        chat = parsed;
    }

    void firstToken() {
        firstTokenMs = elapsedMs();
    }

    void success() {
        end(Outcome.SUCCESS, 200, null);
    }

    void failed(ApiError error) {
        Outcome kind = switch (error.code()) {
            case "draining" -> Outcome.DRAINING;
            case "provider_timeout" -> Outcome.PROVIDER_TIMEOUT;
            case "provider_error",
                    "provider_protocol_error",
                    "usage_limit_reached",
                    "upstream_auth_required",
                    "no_provider_available" -> Outcome.PROVIDER_FAULT;
            case "queue_full", "insufficient_quota" -> Outcome.REFUSED;
            case "overloaded", "rate_limit_exceeded" ->
                trace.current() == null ? Outcome.REFUSED : Outcome.PROVIDER_FAULT;
            case "model_not_found" -> trace.current() == null ? Outcome.CLIENT_ERROR : Outcome.PROVIDER_FAULT;
            default -> error.status() >= 500 ? Outcome.SERVER_FAULT : Outcome.CLIENT_ERROR;
        };
        end(kind, error.status(), error.code());
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

    @Override
    public void close() {
        Usage usage = trace.usage();
        audit.append(new AuditRecord(
                request.id(),
                at,
                caller == null ? null : caller.keyId(),
                caller == null ? null : caller.name(),
                caller == null ? null : caller.tier().name(),
                request.method(),
                request.path(),
                chat == null ? null : chat.requestedModel(),
                trace.current() == null ? null : trace.current().model(),
                trace.current() == null ? null : trace.current().provider(),
                outcome,
                status,
                errorCode,
                elapsedMs(),
                firstTokenMs,
                milliseconds(trace.queueNanos()),
                milliseconds(trace.spawnNanos()),
                chat != null && chat.stream(),
                trace.fallbackHops(),
                triedProviders(),
                usage.inputTokens(),
                usage.cachedInputTokens(),
                usage.outputTokens(),
                usage.reasoningTokens(),
                trace.usageEstimated(),
                chat == null || chat.user() == null ? null : sha256(chat.user().getBytes(StandardCharsets.UTF_8)),
                requestHash,
                addresses.apply(request.peer()).orElse(null)));
    }

    private @Nullable String triedProviders() {
        return trace.failures().isEmpty()
                ? null
                : trace.failures().stream()
                        .map(HopFailure::hop)
                        .map(hop -> hop.provider() + "/" + hop.model())
                        .collect(Collectors.joining(","));
    }

    private static @Nullable Long milliseconds(@Nullable Long nanos) {
        return nanos == null ? null : nanos / 1_000_000;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
