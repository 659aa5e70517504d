package dev.olp.bench;

import java.io.IOException;
import java.util.List;

/** What an answer from the cache costs, in the cache itself and through the chat endpoint. */
final class CacheCost {
    private static final int AT_ONCE = 50;
    private static final int MOST_WARM_UPS = 20;
    private static final double ITSELF_TARGET = 60;
    private static final double WHOLE_TARGET = 230;

    private final Settings settings;

    CacheCost(Settings settings) {
        this.settings = settings;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Slices slices = Slices.measure(settings, "cache", CacheLoop.class, MOST_WARM_UPS, AT_ONCE);
        double itself = slices.median(CacheLoop.ITSELF);
        double hit = slices.median(CacheLoop.HIT);
        double run = slices.median(CacheLoop.RUN);
        double alone = slices.median(CacheLoop.ALONE);
        return List.of(
                Row.of(
                        "CPU of a hit in the cache itself, µs",
                        itself,
                        ITSELF_TARGET,
                        "asked for",
                        "≤ 60 µs",
                        itself <= ITSELF_TARGET,
                        "key, look-up and replay, one thread"),
                Row.of(
                        "CPU of a hit with key, limits, audit and metrics, µs",
                        hit,
                        run,
                        "run by a provider that answers at once",
                        "≤ 230 µs",
                        hit <= WHOLE_TARGET,
                        AT_ONCE + " at once, without HTTP"),
                Row.of(
                        "CPU of a run that may be shared, µs",
                        run,
                        alone,
                        "one that may not",
                        "",
                        true,
                        AT_ONCE + " at once, by the keys in turn; runs of one key at the same moment are one"));
    }
}
