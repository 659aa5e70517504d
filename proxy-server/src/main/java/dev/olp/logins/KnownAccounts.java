package dev.olp.logins;

import dev.olp.config.OlpConfig;
import dev.olp.config.ProviderSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedSet;
import java.util.TreeSet;

/** The accounts that a key may be bound to. */
public final class KnownAccounts {
    private KnownAccounts() {}

    /** Those that the configuration names, and those that OLP's store has a login of. */
    public static SortedSet<String> of(String provider, OlpConfig config, LoginPlaces places) {
        try {
            SortedSet<String> all = new TreeSet<>(new LoginStore(places).accounts(provider));
            all.add(Remedies.DEFAULT_ACCOUNT);
            all.addAll(config.providers()
                    .getOrDefault(provider, ProviderSettings.DEFAULTS)
                    .credentials()
                    .keySet());
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("the store of logins cannot be read", e);
        }
    }
}
