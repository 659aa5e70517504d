package dev.olp.endpoint;

import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /v0/management/dashboard-data}: {@code {generated_at, window_24h, cache_hit_24h, quota_v2, spend_trend_30d,
 * top_fallback_chains_24h, cache_stats}}.
 */
final class DashboardDocument implements OwnerEndpoint.Document {
    private final QuotaDocument quota;
    private final Trends trends;
    private final Supplier<ObjectNode> cache;
    private final Clock clock;

    DashboardDocument(QuotaDocument quota, Trends trends, Supplier<ObjectNode> cache, Clock clock) {
        this.quota = quota;
        this.trends = trends;
        this.cache = cache;
        this.clock = clock;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode document = quota.of(parameters);
        trends.tell(document, clock.instant());
        return document.set("cache_stats", cache.get());
    }
}
