package dev.olp.endpoint;

import dev.olp.auth.Tier;
import dev.olp.http.InboundRequest;
import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Opens the ledger of each request. */
final class Ledgers {
    private final AuditTerms audit;
    private final Predicate<Tier> seesFallbackDetail;
    private final Costs costs;
    private final Clock clock;
    private final LongSupplier ticker;

    /**
     * Makes the opener.
     *
     * @param seesFallbackDetail which tiers get {@code X-OLP-Fallback-Detail}
     */
    Ledgers(AuditTerms audit, Predicate<Tier> seesFallbackDetail, Costs costs, Clock clock, LongSupplier ticker) {
        this.audit = audit;
        this.seesFallbackDetail = seesFallbackDetail;
        this.costs = costs;
        this.clock = clock;
        this.ticker = ticker;
    }

    Ledger open(InboundRequest request) {
        return new Ledger(audit, request, seesFallbackDetail, costs, clock, ticker);
    }
}
