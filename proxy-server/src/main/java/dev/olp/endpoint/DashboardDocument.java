package dev.olp.endpoint;

import dev.olp.cache.AnswerCache;
import dev.olp.cache.Flights;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /v0/management/dashboard-data}: {@code {generated_at, window_24h, cache_hit_24h, quota_v2, spend_trend_30d,
 * top_fallback_chains_24h, cache_stats}}. What this server does not gather is null.
 */
final class DashboardDocument implements OwnerEndpoint.Document {
    private final QuotaDocument quota;
    private final AnswerCache cache;
    private final Flights flights;

    DashboardDocument(QuotaDocument quota, AnswerCache cache, Flights flights) {
        this.quota = quota;
        this.cache = cache;
        this.flights = flights;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode document = quota.of(parameters)
                .putNull("window_24h")
                .putNull("cache_hit_24h")
                .putNull("spend_trend_30d")
                .putNull("top_fallback_chains_24h");
        document.set("cache_stats", CacheDocuments.stats(cache, flights));
        return document;
    }
}
