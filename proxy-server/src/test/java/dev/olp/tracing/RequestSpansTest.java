package dev.olp.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.AuditRows;
import dev.olp.audit.Outcome;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestBody;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.RunTrace;
import dev.olp.run.UsageMeter;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestSpansTest {
    private static final long SECOND = 1_000_000_000;
    private static final Hop HOP = new Hop("mistral", "devstral-2", "work");
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final AtomicLong now = new AtomicLong(100 * SECOND);
    private final RunTrace trace = new RunTrace(now::get);

    @AfterEach
    void close() {
        telemetry.close();
    }

    @Test
    void each_try_lies_below_its_request_with_the_times_at_which_it_was() {
        now.addAndGet(SECOND);
        UsageMeter meter = new UsageMeter(new ProviderHints("vibe", true, true, true, true, false, true), 7);
        trace.entered(HOP, meter);
        trace.queued(SECOND / 2);
        trace.spawned(SECOND / 4);
        meter.observe(new ChatEvent.UsageReport(new Usage(30, 20, 0, 5, 0)));
        now.addAndGet(SECOND);

        List<SpanData> spans = ended(telemetry, Map.of());

        SpanData request = spans.getLast();
        SpanData hop = spans.getFirst();
        assertThat(spans).hasSize(2);
        assertThat(hop.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(hop.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(hop.getStartEpochNanos() - request.getStartEpochNanos()).isEqualTo(SECOND);
        assertThat(hop.getEndEpochNanos() - hop.getStartEpochNanos()).isEqualTo(SECOND);
        assertThat(request.getEndEpochNanos()).isEqualTo(hop.getEndEpochNanos());
        assertThat(text(hop, "gen_ai.provider.name")).isEqualTo("mistral_ai");
        assertThat(text(hop, "olp.provider.account")).isEqualTo("work");
        assertThat(hop.getAttributes().get(AttributeKey.doubleKey("olp.queue.duration")))
                .isEqualTo(0.5);
        assertThat(hop.getAttributes().get(AttributeKey.doubleKey("olp.spawn.duration")))
                .isEqualTo(0.25);
        assertThat(hop.getAttributes().get(AttributeKey.longKey("gen_ai.usage.input_tokens")))
                .isEqualTo(30);
    }

    @Test
    void a_try_ends_when_the_next_begins() {
        UsageMeter meter = new UsageMeter(new ProviderHints("vibe", true, true, true, true, false, true), 7);
        trace.entered(HOP, meter);
        now.addAndGet(SECOND);
        trace.entered(HOP, meter);
        now.addAndGet(SECOND);

        List<SpanData> spans = ended(telemetry, Map.of());

        assertThat(spans).hasSize(3);
        assertThat(spans.get(0).getEndEpochNanos()).isEqualTo(spans.get(1).getStartEpochNanos());
    }

    @Test
    void the_callers_trace_goes_on() {
        SpanData request = ended(telemetry, Map.of("traceparent", List.of("00-" + TRACE + "-" + CALLER + "-01")))
                .getLast();

        assertThat(request.getTraceId()).isEqualTo(TRACE);
        assertThat(request.getParentSpanId()).isEqualTo(CALLER);
        assertThat(request.getKind()).isEqualTo(SpanKind.SERVER);
    }

    @Test
    void a_listener_that_fails_at_what_a_client_sends_fails_no_request() {
        TextMapPropagator strict = new TextMapPropagator() {
            @Override
            public Collection<String> fields() {
                return List.of("uber-trace-id");
            }

            @Override
            public <C> void inject(Context context, @Nullable C carrier, TextMapSetter<C> setter) {}

            @Override
            public <C> Context extract(Context context, @Nullable C carrier, TextMapGetter<C> getter) {
                throw new IllegalArgumentException(getter.get(carrier, "uber-trace-id"));
            }
        };
        OpenTelemetrySdk failing = OpenTelemetrySdk.builder()
                .setTracerProvider(telemetry.getSdkTracerProvider())
                .setPropagators(ContextPropagators.create(strict))
                .build();

        assertThat(ended(failing, Map.of("uber-trace-id", List.of("%zz")))).isEmpty();
    }

    @Test
    void where_the_door_is_instrumented_from_outside_its_span_is_the_servers() {
        Span outside = telemetry.getTracer("outside").spanBuilder("POST").startSpan();
        try (Scope _ = outside.makeCurrent()) {
            SpanData request = ended(telemetry, Map.of("traceparent", List.of("00-" + TRACE + "-" + CALLER + "-01")))
                    .getLast();

            assertThat(request.getParentSpanId())
                    .isEqualTo(outside.getSpanContext().getSpanId());
            assertThat(request.getKind()).isEqualTo(SpanKind.INTERNAL);
        } finally {
            outside.end();
        }
    }

    @Test
    void without_an_sdk_nobody_is_told() {
        assertThat(ended(OpenTelemetry.noop(), Map.of())).isEmpty();
    }

    private List<SpanData> ended(OpenTelemetry told, Map<String, List<String>> headers) {
        AuditRecord row = AuditRows.fullRow("r-1", Outcome.SUCCESS);
        InboundRequest request = new InboundRequest(
                "r-1",
                row.method(),
                row.path(),
                "",
                headers,
                InetAddress.getLoopbackAddress(),
                100 * SECOND,
                new NoBody());
        new RequestSpans(() -> told, "1", now::get).ended(request, row, trace);
        return exporter.getFinishedSpanItems();
    }

    private static String text(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    private static final class NoBody implements RequestBody {
        @Override
        public byte[] read() {
            return new byte[0];
        }

        @Override
        public void close() {}
    }
}
