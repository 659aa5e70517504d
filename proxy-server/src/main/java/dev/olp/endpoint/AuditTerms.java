package dev.olp.endpoint;

import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.AuditRecord.Isolation;
import dev.olp.tracing.RequestSpans;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How requests are written down.
 *
 * @param counted told of each request that ended, when its row is queued
 * @param spans told of it too
 * @param refuseWithoutAdmission whether a request is refused when its admission cannot be written
 * @param patience how long a request waits for a row of its own to be committed
 * @param addresses what is kept of a client's address
 * @param isolation what runs live in here
 */
public record AuditTerms(
        AuditLog log,
        Consumer<AuditRecord> counted,
        RequestSpans spans,
        boolean refuseWithoutAdmission,
        Duration patience,
        Function<InetAddress, Optional<String>> addresses,
        Isolation isolation) {}
