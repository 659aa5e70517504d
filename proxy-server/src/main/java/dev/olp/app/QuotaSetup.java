package dev.olp.app;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.olp.provider.Fault;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaBook;
import dev.olp.routing.Hop;
import dev.olp.routing.HopOutcomes;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is known of the providers' plans, kept over restarts. */
final class QuotaSetup {
    /** As much as a crash may cost; the next reply tells it anew. */
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** How long another login may go unnoticed: states are looked at several times in each request. */
    private static final Duration MARK = Duration.ofSeconds(1);

    private QuotaSetup() {}

    /** @param logins changes with an account's login; may read its file */
    static QuotaBook open(
            Stores stores, Clock clock, ZoneId days, Function<PlanAccount, String> logins, Closings closings) {
        LoadingCache<PlanAccount, String> marks =
                Caffeine.newBuilder().expireAfterWrite(MARK).build(logins::apply);
        QuotaBook quota = new QuotaBook(stores.quota(), clock, days, marks::get);
        closings.add(quota::save);
        closings.add(Repeating.start("quota-writer", INTERVAL, quota::save)::close);
        return quota;
    }

    /** Tells it of what each hop came to. */
    static HopOutcomes outcomes(QuotaBook quota) {
        return new HopOutcomes() {
            @Override
            public void met(Hop hop, @Nullable Fault fault) {
                left(hop);
                PlanAccount account = new PlanAccount(hop.provider(), hop.account());
                if (fault == null) {
                    quota.answered(account);
                    quota.probes().served(account, hop.model());
                } else {
                    quota.failed(account, fault);
                }
            }

            @Override
            public void left(Hop hop) {
                quota.tried(new PlanAccount(hop.provider(), hop.account()));
            }
        };
    }
}
