package dev.olp.app;

import dev.olp.cache.CacheKeys;
import dev.olp.cache.CacheTerms;
import dev.olp.cache.Recall;
import dev.olp.config.CacheSettings;
import dev.olp.config.OlpConfig;
import dev.olp.isolation.process.QuickIdentity;
import dev.olp.run.ProbedBinary;
import dev.olp.run.ProviderRuntime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Makes of a configuration how answers are kept and shared. */
final class CacheSetup {
    private static final int SHARE_OF_THE_HEAP = 6;

    private CacheSetup() {}

    static CacheTerms terms(CacheSettings settings) {
        Long most = settings.maxBytes();
        return new CacheTerms(
                settings.enabled(),
                Duration.ofSeconds(settings.ttlSeconds()),
                most == null ? Runtime.getRuntime().maxMemory() / SHARE_OF_THE_HEAP : most,
                settings.maxEntryBytes(),
                settings.sampled());
    }

    static Recall recall(Installation olp, OlpConfig config, Map<String, ProviderRuntime> providers) {
        CacheKeys keys = new CacheKeys(
                Version.current(),
                provider -> Optional.ofNullable(providers.get(provider)).flatMap(runtime -> shape(olp, runtime)));
        return new Recall(olp.cache(), olp.flights(), keys, config.cache().enabled(), olp.ticker());
    }

    /** A copy of ours is named after the file that it was made from; another program is looked at. */
    private static Optional<String> shape(Installation olp, ProviderRuntime runtime) {
        ProbedBinary proven = olp.proofs().standing(runtime.provider().id()).binary();
        ProbedBinary binary = proven == null ? runtime.inventory().known().orElse(null) : proven;
        if (binary == null) {
            return Optional.empty();
        }
        String identity =
                runtime.inventory().isCopy(binary) ? binary.path().toString() : QuickIdentity.of(binary.path());
        return Optional.of(String.join(
                "\0",
                runtime.provider().adapterVersion(),
                String.valueOf(runtime.settings().upstream()),
                binary.version(),
                identity));
    }
}
