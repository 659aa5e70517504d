package dev.olp.app;

import dev.olp.audit.AuditHealth;
import dev.olp.auth.Scope;
import dev.olp.cache.AnswerCache;
import dev.olp.cache.CacheStatus;
import dev.olp.cache.Flights;
import dev.olp.endpoint.ActiveRequests;
import dev.olp.http.HttpServer;
import dev.olp.limits.Held;
import dev.olp.metrics.Metrics;
import dev.olp.metrics.ProcessMetrics;
import dev.olp.routing.pauses.Pauses;
import dev.olp.routing.pauses.Standing;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.Slots;
import dev.olp.warm.SparePool;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Adds to the metrics what is looked up when they are asked for. */
final class MetricsSetup {
    private static final double NANOS = 1e9;

    private MetricsSetup() {}

    static void add(
            Metrics metrics,
            ActiveRequests active,
            Supplier<Map<String, ProviderRuntime>> providers,
            Pauses pauses,
            LongAdder leaks,
            Supplier<AuditHealth> audit,
            Supplier<Held> held,
            Instant started) {
        metrics.gauge("olp_requests_active", "Requests under way.", active::count);
        metrics.gauges(
                "olp_children", "Runs that hold a slot.", Metrics.PROVIDER, () -> each(providers.get(), Slots::active));
        metrics.gauges(
                "olp_queue_length",
                "Requests that wait for a slot.",
                Metrics.PROVIDER,
                () -> each(providers.get(), Slots::queued));
        metrics.gauges(
                "olp_queue_expected_wait_seconds",
                "What one more request of the default account would have to wait for a slot.",
                Metrics.PROVIDER,
                () -> each(
                        providers.get(),
                        slots -> slots.expectedWait(Scope.DEFAULT_ACCOUNT).toNanos() / NANOS));
        metrics.gauges(
                "olp_accounts_paused",
                "Accounts that are left alone for a limit or for repeated faults.",
                Metrics.PROVIDER,
                () -> paused(providers.get(), pauses, standing -> true));
        metrics.gauges(
                "olp_breakers_open",
                "Accounts that are left alone for repeated faults.",
                Metrics.PROVIDER,
                () -> paused(
                        providers.get(), pauses, standing -> standing.pause().ofBreaker()));
        metrics.counter("olp_run_leaks_total", "Runs that left a process or a file behind.", leaks::sum);
        metrics.gauge(
                "olp_audit_waiting_rows",
                "Rows that are not on disk yet.",
                () -> audit.get().waiting());
        metrics.gauge(
                "olp_audit_lag_seconds",
                "How long the oldest of them has waited.",
                () -> audit.get().lag().toNanos() / NANOS);
        metrics.counter(
                "olp_audit_lost_rows_total",
                "Rows that will never be written.",
                () -> audit.get().lost());
        metrics.counter(
                "olp_audit_failed_writes_total",
                "Tries to write rows that failed; each is repeated.",
                () -> audit.get().failedWrites());
        metrics.gauge(
                "olp_limit_reservations",
                "Requests under way that hold a place in their key's limits.",
                () -> held.get().requests());
        metrics.gauge(
                "olp_limit_reserved_tokens",
                "Tokens that they hold of their keys' limits, before any is spent.",
                () -> held.get().tokens());
        ProcessMetrics.addTo(metrics, started);
    }

    static void add(Metrics metrics, AnswerCache cache, Flights flights) {
        metrics.gauge("olp_shared_runs", "Runs under way that another request may share.", flights::count);
        metrics.counters("olp_cache_requests_total", "Chats, by what the cache had to do with them.", "status", () -> {
            Map<String, Double> counts = new HashMap<>();
            for (CacheStatus status : CacheStatus.values()) {
                counts.put(status.spelled(), (double) cache.counts().of(status));
            }
            return counts;
        });
        metrics.gauge(
                "olp_cache_entries",
                "Answers that are kept.",
                () -> cache.size().entries());
        metrics.gauge(
                "olp_cache_bytes",
                "Memory that the kept answers take.",
                () -> cache.size().bytes());
        metrics.counter("olp_cache_stored_total", "Answers that were kept.", cache::stored);
        metrics.counter(
                "olp_cache_evicted_total",
                "Kept answers that were forgotten for want of room, or after their time.",
                cache::evicted);
    }

    static void add(Metrics metrics, SparePool spares) {
        metrics.gauges("olp_warm_spares", "Processes that were started ahead and wait.", Metrics.PROVIDER, () -> {
            Map<String, Double> ready = new HashMap<>();
            spares.counts().forEach((id, counts) -> ready.put(id, (double) counts.ready()));
            return ready;
        });
        metrics.counter("olp_warm_starts_total", "Requests that were given such a process.", spares::taken);
    }

    private static Map<String, Double> paused(
            Map<String, ProviderRuntime> providers, Pauses pauses, Predicate<Standing> which) {
        Map<String, Double> values = new HashMap<>();
        providers
                .keySet()
                .forEach(id -> values.put(id, (double)
                        pauses.ofProvider(id).stream().filter(which).count()));
        return values;
    }

    static void add(Metrics metrics, HttpServer http) {
        metrics.gauge("olp_http_connections", "Open connections of clients.", http::openConnections);
        metrics.counter("olp_http_received_bytes_total", "Bytes from clients, on the wire.", http::bytesReceived);
        metrics.counter("olp_http_sent_bytes_total", "Bytes to clients, on the wire.", http::bytesSent);
    }

    private static Map<String, Double> each(Map<String, ProviderRuntime> providers, ToDoubleFunction<Slots> value) {
        Map<String, Double> values = new HashMap<>();
        providers.forEach((id, runtime) -> values.put(id, value.applyAsDouble(runtime.slots())));
        return values;
    }
}
