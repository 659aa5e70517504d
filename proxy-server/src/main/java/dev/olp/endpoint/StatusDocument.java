package dev.olp.endpoint;

import dev.olp.audit.AuditRecord;
import dev.olp.run.ProviderRuntime;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /v0/management/status}: {@code {ok, version, uptime_ms, started_at, draining, providers, stats{total_requests,
 * active_requests, cache}, recent_errors[]}}. Ok is a server that takes requests.
 */
final class StatusDocument implements OwnerEndpoint.Document {
    private final String version;
    private final Instant started;
    private final LongSupplier uptimeNanos;
    private final ActiveRequests active;
    private final RequestTally tally;
    private final Map<String, ProviderRuntime> providers;
    private final ProviderHealth health;
    private final Supplier<ObjectNode> cache;

    /** @param uptimeNanos since the start, whatever became of the clock */
    StatusDocument(
            String version,
            Instant started,
            LongSupplier uptimeNanos,
            ActiveRequests active,
            RequestTally tally,
            Map<String, ProviderRuntime> providers,
            ProviderHealth health,
            Supplier<ObjectNode> cache) {
        this.version = version;
        this.started = started;
        this.uptimeNanos = uptimeNanos;
        this.active = active;
        this.tally = tally;
        this.providers = new TreeMap<>(providers);
        this.health = health;
        this.cache = cache;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode status = JsonMapper.shared().createObjectNode();
        boolean draining = active.draining();
        status.put("ok", !draining)
                .put("version", version)
                .put("uptime_ms", uptimeNanos.getAsLong() / 1_000_000)
                .put("started_at", Json.time(started))
                .put("draining", draining);
        ObjectNode all = status.putObject("providers");
        providers.forEach((id, runtime) -> {
            ObjectNode whole = JsonMapper.shared().createObjectNode();
            health.describe(whole, runtime);
            all.putObject(id).setAll(whole.retain("ok", "state", "version", "login", "active", "queued"));
        });
        status.putObject("stats")
                .put("total_requests", tally.total())
                .put("active_requests", Math.max(0, active.count() - 1)) // without this one
                .set("cache", cache.get());
        ArrayNode errors = status.putArray("recent_errors");
        tally.failed().forEach(failed -> describe(errors.addObject(), failed));
        return status;
    }

    private static void describe(ObjectNode error, RequestTally.Failed failed) {
        AuditRecord row = failed.row();
        error.put("time", Json.time(row.at()))
                .put("message", failed.message())
                .put("code", row.errorCode())
                .put("provider", row.provider())
                .put("path", row.path())
                .put("status_code", row.status());
    }
}
