package dev.olp.app;

import dev.olp.config.BreakerSettings;
import dev.olp.config.OlpConfig;
import dev.olp.config.ProviderSettings;
import dev.olp.logins.LoginPlaces;
import dev.olp.routing.pauses.Account;
import dev.olp.routing.pauses.PauseRules;
import dev.olp.routing.pauses.PauseStore;
import dev.olp.routing.pauses.Pauses;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What is remembered of accounts, by the configuration in force. */
final class PauseSetup {
    private PauseSetup() {}

    static Pauses pauses(
            PauseStore store,
            LoginPlaces places,
            ServerSecret secret,
            CurrentServing current,
            Clock clock,
            LongSupplier ticker) {
        return new Pauses(
                store,
                account -> mark(places, secret, current.loaded().config(), account),
                () -> rules(current.loaded().config()),
                clock,
                ticker);
    }

    private static PauseRules rules(OlpConfig config) {
        BreakerSettings breaker = config.routing().breaker();
        return new PauseRules(
                config.routing().rememberLimits(), breaker.faults(), Duration.ofMillis(breaker.pauseMs()));
    }

    /** Another login, upstream or binary is no longer what failed. */
    private static String mark(LoginPlaces places, ServerSecret secret, OlpConfig config, Account account) {
        ProviderSettings settings = config.providers().getOrDefault(account.provider(), ProviderSettings.DEFAULTS);
        return secret.accountMark("%s\n%s\n%s"
                .formatted(
                        settings.upstream(),
                        settings.binary(),
                        places.mark(account.provider(), account.name(), secret::accountMark)));
    }
}
