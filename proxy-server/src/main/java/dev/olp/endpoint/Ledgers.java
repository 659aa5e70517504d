package dev.olp.endpoint;

import dev.olp.audit.AuditLog;
import dev.olp.auth.Tier;
import dev.olp.http.InboundRequest;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Opens the ledger of each request. */
final class Ledgers {
    private final AuditLog audit;
    private final Predicate<Tier> seesFallbackDetail;
    private final Function<InetAddress, Optional<String>> addresses;
    private final Clock clock;
    private final LongSupplier ticker;

    /**
     * Makes the opener.
     *
     * @param seesFallbackDetail which tiers get {@code X-OLP-Fallback-Detail}
     * @param addresses what is kept of a client's address
     */
    Ledgers(
            AuditLog audit,
            Predicate<Tier> seesFallbackDetail,
            Function<InetAddress, Optional<String>> addresses,
            Clock clock,
            LongSupplier ticker) {
        this.audit = audit;
        this.seesFallbackDetail = seesFallbackDetail;
        this.addresses = addresses;
        this.clock = clock;
        this.ticker = ticker;
    }

    Ledger open(InboundRequest request) {
        return new Ledger(audit, request, seesFallbackDetail, addresses, clock, ticker);
    }
}
