package dev.olp.app;

import dev.olp.config.Home;
import dev.olp.config.OlpConfig;
import dev.olp.config.ProviderSettings;
import dev.olp.confinement.Confinement;
import dev.olp.isolation.home.SpawnRoot;
import dev.olp.provider.Provider;
import dev.olp.provider.builtin.Providers;
import dev.olp.run.BinaryLocator;
import dev.olp.run.CliCopies;
import dev.olp.run.CliInventory;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RunSettings;
import dev.olp.run.Slots;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts together each enabled provider with all that its runs need.
 *
 * @param otherUsers whether children may be other users than this server's
 */
record ProviderSetup(
        Map<String, String> environment,
        Home home,
        boolean otherUsers,
        Confinement confinement,
        LongSupplier ticker,
        AllSlots slots) {
    /**
     * Those that are enabled. They keep their slots, which requests hold, and what is known of a CLI, as long as it
     * is the same one.
     */
    Map<String, ProviderRuntime> runtimes(OlpConfig config, Optional<Serving> before) {
        BinaryLocator locator = new BinaryLocator(environment.get("PATH"));
        Map<String, ProviderRuntime> runtimes = new LinkedHashMap<>();
        for (Provider provider : Providers.builtIn()) {
            var settings = config.providers().get(provider.id());
            if (settings != null && settings.enabled()) {
                runtimes.put(
                        provider.id(),
                        new ProviderRuntime(
                                provider,
                                new RunSettings(
                                        settings.upstream(),
                                        Duration.ofMillis(settings.firstOutputTimeoutMs()),
                                        Duration.ofMillis(settings.idleTimeoutMs()),
                                        Duration.ofMillis(settings.totalTimeoutMs()),
                                        settings.acceptTier()),
                                slots.of(provider.id(), capacity(config, provider.id())),
                                inventory(provider, settings.binary(), locator, before)));
            }
        }
        return runtimes;
    }

    /** How much room a provider has. */
    static Slots.Capacity capacity(OlpConfig config, String provider) {
        ProviderSettings settings = Objects.requireNonNull(config.providers().get(provider));
        return new Slots.Capacity(
                settings.maxConcurrent(),
                settings.maxConcurrentOfAllAccounts(),
                settings.queue(),
                Duration.ofMillis(settings.queueTimeoutMs()));
    }

    /** How many processes of each provider shall wait. */
    static Map<String, Integer> warmSpares(OlpConfig config) {
        Map<String, Integer> wanted = new HashMap<>();
        config.providers().forEach((id, settings) -> wanted.put(id, settings.warmSpares()));
        return wanted;
    }

    private CliInventory inventory(
            Provider provider, @Nullable String binary, BinaryLocator locator, Optional<Serving> before) {
        return before.filter(serving -> Objects.equals(binary, binary(serving, provider.id())))
                .map(serving -> serving.providers().get(provider.id()))
                .map(ProviderRuntime::inventory)
                .orElseGet(() -> new CliInventory(
                        provider,
                        locator,
                        binary,
                        new CliCopies(
                                home.root().resolve("cli").resolve(provider.id()),
                                otherUsers ? SpawnRoot::isPassable : folder -> true),
                        confinement,
                        ticker));
    }

    private static @Nullable String binary(Serving serving, String provider) {
        ProviderSettings settings = serving.config().providers().get(provider);
        return settings == null ? null : settings.binary();
    }
}
