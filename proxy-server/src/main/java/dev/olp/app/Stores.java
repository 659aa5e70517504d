package dev.olp.app;

import dev.olp.auth.Tokens;
import dev.olp.config.Home;
import dev.olp.config.OlpConfig;
import dev.olp.limits.UsageLedger;
import dev.olp.quota.QuotaStore;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteAuditLog;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.store.sqlite.SqlitePauses;
import dev.olp.store.sqlite.SqliteQuotaStore;
import dev.olp.store.sqlite.SqliteToldAlerts;
import dev.olp.store.sqlite.SqliteUsageLedger;
import java.time.Clock;
import java.time.ZoneId;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The databases of a home, open. */
record Stores(
        SqliteKeyStore keys,
        SqliteKeyLimits keyLimits,
        UsageLedger usage,
        SqliteAuditLog audit,
        QuotaStore quota,
        SqlitePauses pauses,
        SqliteToldAlerts toldAlerts) {
    private static final Logger log = LoggerFactory.getLogger(Stores.class);

    /**
     * Opens them, and ends on paper what the last server left open.
     *
     * @param retentionDays how long rows are kept, as it is when old ones are looked for
     */
    static Stores open(
            Home home,
            OlpConfig config,
            ServerSecret secret,
            Tokens tokens,
            IntSupplier retentionDays,
            Clock clock,
            LongSupplier ticker,
            Closings closings) {
        SqliteDatabase keysDatabase = SqliteDatabase.open(home.database(), Schema.KEYS);
        closings.add(keysDatabase::close);
        SqliteKeyStore keys = new SqliteKeyStore(keysDatabase, tokens::createKeyId);
        closings.add(keys::close);
        SqliteDatabase usageDatabase = SqliteDatabase.open(home.database(), Schema.USAGE);
        closings.add(usageDatabase::close);
        SqliteDatabase auditDatabase = SqliteDatabase.open(home.auditDatabase(), Schema.AUDIT);
        closings.add(auditDatabase::close);
        SqliteAuditLog audit = new SqliteAuditLog(
                auditDatabase,
                SqliteAuditLog.DEFAULT_CAPACITY,
                AuditSetup.keeping(config, home, secret, retentionDays, clock),
                clock,
                ticker);
        closings.add(audit::close);
        int interrupted = audit.closeInterrupted();
        if (interrupted > 0) {
            log.atWarn().addKeyValue("requests", interrupted).log("requests were under way when the last server died");
        }
        return new Stores(
                keys,
                new SqliteKeyLimits(keysDatabase),
                new SqliteUsageLedger(usageDatabase, ZoneId.of(config.limits().timeZone())),
                audit,
                new SqliteQuotaStore(usageDatabase),
                new SqlitePauses(usageDatabase),
                new SqliteToldAlerts(usageDatabase));
    }
}
