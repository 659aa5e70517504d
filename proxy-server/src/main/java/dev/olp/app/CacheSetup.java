package dev.olp.app;

import dev.olp.cache.CacheKeys;
import dev.olp.cache.CacheTerms;
import dev.olp.cache.Recall;
import dev.olp.cache.Turns;
import dev.olp.config.CacheSettings;
import dev.olp.config.OlpConfig;
import dev.olp.routing.Sparing;
import dev.olp.run.ProviderRuntime;
import java.time.Duration;
import java.util.Map;

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

    /** @param sparing spares a hop, besides what is remembered of its account */
    static Recall recall(Installation olp, OlpConfig config, Map<String, ProviderRuntime> providers, Sparing sparing) {
        AnswerShapes shapes = new AnswerShapes(providers, olp.proofs(), olp.ticker());
        CacheKeys keys = new CacheKeys(Version.current(), shapes::of);
        Turns turns = new Turns(sparing, olp.pauses());
        return new Recall(
                olp.cache(), olp.flights(), keys, turns, config.cache().enabled(), olp.ticker());
    }
}
