package dev.olp.metrics;

import dev.olp.audit.AuditRecord;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** All that this server counts. Thread-safe. */
public final class Metrics {
    /** Of the text that {@link #text} writes. */
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    /** The label of a provider, by the conventions of OpenTelemetry. */
    public static final String PROVIDER = "gen_ai_provider_name";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RequestMetrics requests = new RequestMetrics(registry);
    private final QueueMetrics queues = new QueueMetrics(registry);

    /** Counts a request that has ended. */
    public void count(AuditRecord row) {
        requests.count(row);
    }

    /** Counts a request that a limit of its key did not let begin. */
    public void refusedBy(String limit) {
        requests.refusedBy(limit);
    }

    /** Of the requests that wait for a slot. */
    public QueueMetrics queues() {
        return queues;
    }

    /** A value that is looked up when it is asked for. */
    public void gauge(String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsDouble()))
                .register(registry);
    }

    /** The same for each value of one label. */
    public void gauges(String name, String help, String label, Supplier<Map<String, Double>> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(callback -> values.get().forEach((each, value) -> callback.call(value, each)))
                .register(registry);
    }

    /** The same for values of several labels, given in the order of their names. */
    public void gauges(String name, String help, List<String> labels, Supplier<Map<List<String>, Double>> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(new String[0]))
                .callback(callback ->
                        values.get().forEach((each, value) -> callback.call(value, each.toArray(new String[0]))))
                .register(registry);
    }

    /** A count that somebody else keeps; it never goes down. */
    public void counter(String name, String help, DoubleSupplier value) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsDouble()))
                .register(registry);
    }

    /** The same for each value of one label. */
    public void counters(String name, String help, String label, Supplier<Map<String, Double>> values) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(callback -> values.get().forEach((each, value) -> callback.call(value, each)))
                .register(registry);
    }

    /** In Prometheus' text format, 0.0.4. */
    public byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toByteArray();
    }
}
