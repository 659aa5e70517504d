package dev.olp.endpoint;

import dev.olp.cache.AnswerCache;
import dev.olp.cache.CacheStatus;
import dev.olp.cache.CacheTerms;
import dev.olp.cache.Flights;
import dev.olp.endpoint.Endpoints.Parts;
import dev.olp.endpoint.OwnerEndpoint.Document;
import dev.olp.http.RequestHandler;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The cache of answers, as its owner sees it. */
final class CacheDocuments {
    private CacheDocuments() {}

    /** {@code GET /cache/stats}. */
    static RequestHandler stats(Parts parts, Ledgers ledgers) {
        return owners(parts, ledgers, parameters -> stats(parts.cache(), parts.flights()));
    }

    /** {@code DELETE /cache}: forgets all answers, {@code {entries, bytes}} so many. */
    static RequestHandler clearing(Parts parts, Ledgers ledgers) {
        return owners(parts, ledgers, parameters -> {
            AnswerCache.Size cleared = parts.cache().clear();
            return JsonMapper.shared()
                    .createObjectNode()
                    .put("entries", cleared.entries())
                    .put("bytes", cleared.bytes());
        });
    }

    private static RequestHandler owners(Parts parts, Ledgers ledgers, Document document) {
        return Audited.evenDraining(ledgers, parts.active(), new OwnerEndpoint(parts.gate(), document));
    }

    /**
     * {@code {enabled, entries, bytes, max_bytes, max_entry_bytes, ttl_seconds, hit, miss, bypass, attached, stored,
     * evicted, shared_runs}}: what is kept now, what may be, requests and answers since the start, and the runs under way
     * that another request may share.
     */
    static ObjectNode stats(AnswerCache cache, Flights flights) {
        CacheTerms terms = cache.terms();
        AnswerCache.Size size = cache.size();
        ObjectNode stats = JsonMapper.shared().createObjectNode();
        stats.put("enabled", terms.enabled())
                .put("entries", size.entries())
                .put("bytes", size.bytes())
                .put("max_bytes", terms.maxBytes())
                .put("max_entry_bytes", terms.maxEntryBytes())
                .put("ttl_seconds", terms.ttl().toSeconds());
        for (CacheStatus status : CacheStatus.values()) {
            stats.put(status.spelled(), cache.counts().of(status));
        }
        return stats.put("stored", cache.stored())
                .put("evicted", cache.evicted())
                .put("shared_runs", flights.count());
    }
}
