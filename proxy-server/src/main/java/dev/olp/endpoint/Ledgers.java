package dev.olp.endpoint;

import dev.olp.auth.Tier;
import dev.olp.http.InboundRequest;
import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Opens the ledger of each request. */
final class Ledgers {
    private final AuditTerms audit;
    private final RequestTally tally;
    private final Predicate<Tier> seesFallbackDetail;
    private final Costs costs;
    private final Clock clock;
    private final LongSupplier ticker;

    /**
     * Makes the opener.
     *
     * @param tally told of each request that ended, too
     * @param seesFallbackDetail which tiers get {@code X-OLP-Fallback-Detail}
     */
    Ledgers(
            AuditTerms audit,
            RequestTally tally,
            Predicate<Tier> seesFallbackDetail,
            Costs costs,
            Clock clock,
            LongSupplier ticker) {
        this.audit = audit;
        this.tally = tally;
        this.seesFallbackDetail = seesFallbackDetail;
        this.costs = costs;
        this.clock = clock;
        this.ticker = ticker;
    }

    Ledger open(InboundRequest request) {
        return new Ledger(audit, tally, request, seesFallbackDetail, costs, clock, ticker);
    }
}
