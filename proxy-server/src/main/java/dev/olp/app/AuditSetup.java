package dev.olp.app;

import dev.olp.app.command.CommandContext;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditRecord.Isolation;
import dev.olp.config.AuditSettings.OnFailure;
import dev.olp.config.Home;
import dev.olp.config.OlpConfig;
import dev.olp.confinement.Posture;
import dev.olp.endpoint.AuditTerms;
import dev.olp.metrics.Metrics;
import dev.olp.store.StoreException;
import dev.olp.store.sqlite.AuditErasure;
import dev.olp.store.sqlite.AuditKeeping;
import dev.olp.store.sqlite.AuditSeals;
import dev.olp.store.sqlite.NdjsonFile;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.tracing.RequestSpans;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.IntSupplier;

/** How requests are written down, from the configuration and the home. */
public final class AuditSetup {
    /** A commit takes a millisecond; who has waited this long finds the disk in trouble, and the next one does not wait. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Duration PATIENCE_BEFORE_REFUSING = Duration.ofSeconds(2);

    private AuditSetup() {}

    static AuditTerms terms(
            OlpConfig config,
            AuditLog audit,
            Metrics metrics,
            RequestSpans spans,
            ServerSecret secret,
            Posture posture) {
        boolean refuse = config.audit().onFailure() == OnFailure.REFUSE;
        return new AuditTerms(
                audit,
                metrics::count,
                spans,
                refuse,
                refuse ? PATIENCE_BEFORE_REFUSING : PATIENCE,
                address -> keptAddress(config, secret, address),
                new Isolation(posture.tier().declared(), posture.level().toString(), null));
    }

    static AuditKeeping keeping(
            OlpConfig config, Home home, ServerSecret secret, IntSupplier retentionDays, Clock clock) {
        NdjsonFile ndjson = config.audit().ndjson() ? new NdjsonFile(home.logs(), clock) : null;
        return new AuditKeeping(seals(secret), home.sealFile(), retentionDays, ndjson);
    }

    private static AuditSeals seals(ServerSecret secret) {
        return new AuditSeals(secret.derive("audit-seals"));
    }

    /**
     * Blanks what the audit log of a home without a server says of the person behind a key.
     *
     * @throws StoreException when it or the home's secret cannot be read or written
     */
    public static void erase(Home home, CommandContext context, String keyId) {
        if (!Files.exists(home.auditDatabase())) {
            return;
        }
        try (SqliteDatabase database = SqliteDatabase.open(home.auditDatabase(), Schema.AUDIT)) {
            AuditErasure.run(database, seals(ServerSecret.at(home.secret(), context.random())), keyId);
        } catch (IOException e) {
            throw new StoreException(String.valueOf(e.getMessage()), e);
        }
    }

    /** @throws IOException when the home has no secret: without it nothing can be checked */
    static AuditSeals seals(Home home, SecureRandom random) throws IOException {
        if (!Files.exists(home.secret())) {
            throw new IOException(
                    home.secret() + " is not there (expected: the secret that the rows were sealed with)");
        }
        return seals(ServerSecret.at(home.secret(), random));
    }

    private static Optional<String> keptAddress(OlpConfig config, ServerSecret secret, InetAddress address) {
        return switch (config.audit().clientAddress()) {
            case STORE -> Optional.of(address.getHostAddress());
            case HASH ->
                Optional.of(HexFormat.of().formatHex(secret.derive("client-address:" + address.getHostAddress())));
            case OMIT -> Optional.empty();
        };
    }
}
