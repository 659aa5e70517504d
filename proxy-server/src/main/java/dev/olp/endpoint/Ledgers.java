package dev.olp.endpoint;

import dev.olp.audit.AuditLog;
import dev.olp.http.InboundRequest;
import java.time.Clock;
import java.util.function.LongSupplier;

/** Opens the ledger of each request. */
final class Ledgers {
    private final AuditLog audit;
    private final Clock clock;
    private final LongSupplier ticker;

    Ledgers(AuditLog audit, Clock clock, LongSupplier ticker) {
        this.audit = audit;
        this.clock = clock;
        this.ticker = ticker;
    }

    Ledger open(InboundRequest request) {
        return new Ledger(audit, request, clock.instant(), ticker);
    }
}
