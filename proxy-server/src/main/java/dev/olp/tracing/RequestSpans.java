package dev.olp.tracing;

import dev.olp.audit.AuditRecord;
import dev.olp.http.InboundRequest;
import dev.olp.run.RunTrace;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of each chat that has ended: a span of the request, and below it one of each try of a hop. They are made at the end,
 * of what the audit row is made of, with the times at which things were. Thread-safe.
 */
public final class RequestSpans {
    private static final Logger log = LoggerFactory.getLogger(RequestSpans.class);
    private static final String SCOPE = "dev.olp";
    private static final String CHAT = "/v1/chat/completions";
    private static final int SERVER_FAULT = 500;

    private final Supplier<OpenTelemetry> telemetry;
    private final String version;
    private final LongSupplier ticker;
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile @Nullable Listener listener;

    /**
     * Makes nothing yet.
     *
     * @param telemetry asked at the first chat's end: to begin with the API costs more than all that it does later
     * @param version of OLP
     * @param ticker nanoseconds, the one that requests and traces are timed by
     */
    public RequestSpans(Supplier<OpenTelemetry> telemetry, String version, LongSupplier ticker) {
        this.telemetry = telemetry;
        this.version = version;
        this.ticker = ticker;
    }

    /** Tells nobody. */
    public static RequestSpans none() {
        return new RequestSpans(OpenTelemetry::noop, "", () -> 0);
    }

    /**
     * To be called once, on the request's thread, when nothing more will happen to it but its last byte. What listens is not
     * ours, and may fail at what a client sends: the request does not.
     */
    public void ended(InboundRequest request, AuditRecord row, RunTrace trace) {
        if (!row.path().equals(CHAT) || !row.method().equals("POST")) {
            return;
        }
        try {
            Listener told = listener();
            if (told.tracer.isEnabled()) {
                tell(told, request, row, trace);
            }
        } catch (RuntimeException | LinkageError failure) {
            if (failed.compareAndSet(false, true)) {
                // not its words: they may be the client's
                log.atWarn()
                        .addKeyValue("cause", failure.getClass().getName())
                        .log("a span could not be told; others that cannot are passed over in silence");
            }
        }
    }

    private void tell(Listener told, InboundRequest request, AuditRecord row, RunTrace trace) {
        Moments moments = new Moments(row.at(), request.receivedNanos());
        Instant end = moments.of(ticker.getAsLong());
        Context around = Context.current();
        boolean within = Span.fromContext(around).getSpanContext().isValid();
        Context parent = within ? around : told.propagator.extract(around, request, RequestHeaders.GETTER);
        Span span = told.tracer
                .spanBuilder(GenAi.spanName(row.chainId()))
                .setParent(parent)
                // whoever instruments the door from outside has the server's span already
                .setSpanKind(within ? SpanKind.INTERNAL : SpanKind.SERVER)
                .setStartTimestamp(row.at())
                .setAllAttributes(RequestAttributes.of(request, row, trace))
                .startSpan();
        if (span.isRecording()) {
            if (row.status() >= SERVER_FAULT) {
                span.setStatus(StatusCode.ERROR);
            }
            trace.failures().stream()
                    .filter(failure -> !failure.tried())
                    .forEach(failure -> span.addEvent("olp.hop.skipped", HopAttributes.of(failure), end));
            for (RunTrace.Attempted each : trace.attempts()) {
                hop(told.tracer, parent.with(span), moments, each, end);
            }
        }
        span.end(end);
    }

    private static void hop(
            Tracer tracer, Context parent, Moments moments, RunTrace.Attempted attempt, Instant atLatest) {
        Span span = tracer.spanBuilder(GenAi.spanName(attempt.hop().model()))
                .setParent(parent)
                .setSpanKind(SpanKind.CLIENT)
                .setStartTimestamp(moments.of(attempt.enteredNanos()))
                .setAllAttributes(HopAttributes.of(attempt))
                .startSpan();
        if (attempt.failedOf() != null) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end(
                attempt.endedNanos().isPresent()
                        ? moments.of(attempt.endedNanos().getAsLong())
                        : atLatest);
    }

    private Listener listener() {
        Listener known = listener;
        if (known == null) { // two at once find the same
            OpenTelemetry found = telemetry.get();
            known = new Listener(
                    found.getTracer(SCOPE, version), found.getPropagators().getTextMapPropagator());
            listener = known;
        }
        return known;
    }

    private record Listener(Tracer tracer, TextMapPropagator propagator) {}

    /** Wall-clock time of readings of the ticker, by one at which both are known. */
    private record Moments(Instant at, long nanos) {
        Instant of(long reading) {
            return at.plusNanos(reading - nanos);
        }
    }
}
