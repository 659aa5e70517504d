package dev.olp.features.support;

import static org.awaitility.Awaitility.await;

import dev.olp.audit.AuditRecord;
import dev.olp.store.sqlite.SqliteAuditReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The rows of a server's audit log, read while it runs. */
public final class Ledger implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(15);
    private final SqliteAuditReader log;

    private Ledger(SqliteAuditReader log) {
        this.log = log;
    }

    /** Opens the log below OLP_HOME. */
    public static Ledger of(Path home) {
        return new Ledger(SqliteAuditReader.open(home.resolve("audit.db")));
    }

    /** The row of a reply, waiting until it is written. */
    public AuditRecord row(Reply reply) {
        return row(reply.header("x-request-id"));
    }

    /** The row of a request, waiting until it is written. */
    public AuditRecord row(String requestId) {
        return await("row of " + requestId)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> log.find(requestId), Optional::isPresent)
                .orElseThrow();
    }

    /** The row of a reply as it is at this moment. */
    public Optional<AuditRecord> now(Reply reply) {
        return log.find(reply.header("x-request-id"));
    }

    /** The newest row. */
    public Optional<AuditRecord> latest() {
        return log.latest(1).stream().findFirst();
    }

    @Override
    public void close() {
        log.close();
    }
}
