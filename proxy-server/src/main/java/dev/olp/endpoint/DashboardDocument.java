package dev.olp.endpoint;

import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /v0/management/dashboard-data}: {@code {generated_at, window_24h, cache_hit_24h, quota_v2, spend_trend_30d,
 * top_fallback_chains_24h, cache_stats}}. What this server does not gather is null.
 */
final class DashboardDocument implements OwnerEndpoint.Document {
    private final QuotaDocument quota;
    private final Supplier<ObjectNode> cache;

    DashboardDocument(QuotaDocument quota, Supplier<ObjectNode> cache) {
        this.quota = quota;
        this.cache = cache;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode document = quota.of(parameters)
                .putNull("window_24h")
                .putNull("cache_hit_24h")
                .putNull("spend_trend_30d")
                .putNull("top_fallback_chains_24h");
        document.set("cache_stats", cache.get());
        return document;
    }
}
