package dev.olp.metrics;

import dev.olp.audit.AuditRecord;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What requests came to, counted once each, when they end. Thread-safe. */
final class RequestMetrics {
    private static final String MODEL = "gen_ai_response_model";
    private static final String NONE = "none";
    private static final double[] SECONDS = {0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600};
    private static final double[] SHORT_SECONDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120};
    private static final double MILLIS = 1000;
    private static final double MICROS = 1_000_000;

    private final Counter requests;
    private final Counter refusals;
    private final Counter limits;
    private final Counter fallbacks;
    private final Counter tokens;
    private final Counter cost;
    private final Histogram duration;
    private final Histogram firstToken;
    private final Histogram queue;
    private final Histogram spawn;

    RequestMetrics(PrometheusRegistry registry) {
        requests = Counter.builder()
                .name("olp_requests_total")
                .help("Requests that ended, by the one category of how they did.")
                .labelNames("outcome", Metrics.PROVIDER, MODEL)
                .register(registry);
        refusals = Counter.builder()
                .name("olp_refusals_total")
                .help("Requests that were told an error of ours, by its code.")
                .labelNames("code")
                .register(registry);
        limits = Counter.builder()
                .name("olp_limit_refusals_total")
                .help("Requests that a limit of their key did not let begin, by the limit.")
                .labelNames("limit")
                .register(registry);
        fallbacks = Counter.builder()
                .name("olp_fallback_hops_total")
                .help("Hops that failed before another was tried.")
                .register(registry);
        tokens = Counter.builder()
                .name("olp_tokens_total")
                .help("Tokens, as the provider counted them or by estimate.")
                .labelNames(Metrics.PROVIDER, MODEL, "gen_ai_token_type")
                .register(registry);
        cost = Counter.builder()
                .name("olp_cost_usd_total")
                .help("Estimate by the registry's prices, in US dollars.")
                .labelNames(Metrics.PROVIDER, MODEL)
                .register(registry);
        duration = histogram(registry, "gen_ai_server_request_duration", "From the head to the last byte.", SECONDS);
        firstToken = histogram(
                registry, "gen_ai_server_time_to_first_token", "From the head to the first content.", SECONDS);
        queue = histogram(registry, "olp_queue_wait", "Waited for a slot of the provider.", SHORT_SECONDS);
        spawn = histogram(registry, "olp_spawn", "From the slot to the started child.", SHORT_SECONDS);
    }

    private static Histogram histogram(PrometheusRegistry registry, String name, String help, double[] bounds) {
        return Histogram.builder()
                .name(name)
                .unit(Unit.SECONDS)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(Metrics.PROVIDER, MODEL)
                .register(registry);
    }

    void refusedBy(String limit) {
        limits.labelValues(limit).inc();
    }

    void count(AuditRecord row) {
        String provider = row.provider() == null ? NONE : row.provider();
        String model = row.servedModel() == null ? NONE : row.servedModel();
        requests.labelValues(row.outcome().name().toLowerCase(Locale.ROOT), provider, model)
                .inc();
        if (row.errorCode() != null) {
            refusals.labelValues(row.errorCode()).inc();
        }
        fallbacks.inc(row.hops());
        if (row.provider() == null) {
            return;
        }
        duration.labelValues(provider, model).observe(row.latencyMs() / MILLIS);
        observe(firstToken, provider, model, row.firstTokenMs());
        observe(queue, provider, model, row.queueMs());
        observe(spawn, provider, model, row.spawnMs());
        tokens.labelValues(provider, model, "input").inc(row.inputTokens());
        tokens.labelValues(provider, model, "cached_input").inc(row.cachedTokens());
        tokens.labelValues(provider, model, "output").inc(row.outputTokens());
        tokens.labelValues(provider, model, "reasoning").inc(row.reasoningTokens());
        if (row.costMicros() != null) {
            cost.labelValues(provider, model).inc(row.costMicros() / MICROS);
        }
    }

    private static void observe(Histogram histogram, String provider, String model, @Nullable Long milliseconds) {
        if (milliseconds != null) {
            histogram.labelValues(provider, model).observe(milliseconds / MILLIS);
        }
    }
}
