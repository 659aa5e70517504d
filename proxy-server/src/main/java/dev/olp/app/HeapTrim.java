package dev.olp.app;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Collects a small heap when it has grown. The serial collector lets what outlived its request lie in the old generation
 * until the heap's limit, and gives none of it back while nobody asks for anything.
 */
final class HeapTrim {
    /** What a heap may grow by before it is worth a pause of some ten milliseconds. */
    static final long GROWTH = 24L << 20;

    /** From here on heaps have a collector that gives back by itself. */
    private static final long LARGE = 256L << 20;

    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final LongSupplier used;
    private final Runnable collect;
    private long kept;

    HeapTrim(LongSupplier used, Runnable collect) {
        this.used = used;
        this.collect = collect;
    }

    /** Begins; does nothing on a large heap. */
    static void start(Runtime runtime, Closings closings) {
        if (runtime.maxMemory() < LARGE) {
            HeapTrim trim = new HeapTrim(() -> runtime.totalMemory() - runtime.freeMemory(), runtime::gc);
            closings.add(Repeating.start("heap-trim", INTERVAL, trim::look)::close);
        }
    }

    void look() {
        if (used.getAsLong() > kept + GROWTH) {
            collect.run();
            kept = used.getAsLong();
        }
    }
}
