package dev.olp.app;

import dev.olp.config.Home;
import dev.olp.config.OlpConfig;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Puts together each enabled provider with all that its runs need. */
final class ProviderSetup {
    private ProviderSetup() {}

    /** @param others whether children are other users */
    static Map<String, ProviderRuntime> runtimes(
            Map<String, String> environment,
            OlpConfig config,
            Home home,
            boolean others,
            Confinement confinement,
            LongSupplier ticker) {
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
                                new Slots(
                                        settings.maxConcurrent(),
                                        settings.queue(),
                                        Duration.ofMillis(settings.queueTimeoutMs()),
                                        ticker),
                                new CliInventory(
                                        provider,
                                        locator,
                                        settings.binary(),
                                        new CliCopies(
                                                home.root().resolve("cli").resolve(provider.id()),
                                                others ? SpawnRoot::isPassable : folder -> true),
                                        confinement,
                                        ticker)));
            }
        }
        return runtimes;
    }
}
