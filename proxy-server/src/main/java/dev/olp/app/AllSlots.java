package dev.olp.app;

import dev.olp.metrics.QueueMetrics;
import dev.olp.run.Slots;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Each provider's slots, the same for the life of the process: runs hold them over every reload. Thread-safe. */
final class AllSlots {
    private final Map<String, Slots> byProvider = new ConcurrentHashMap<>();
    private final LongSupplier ticker;
    private final InstantSource clock;
    private final QueueMetrics queues;

    AllSlots(LongSupplier ticker, InstantSource clock, QueueMetrics queues) {
        this.ticker = ticker;
        this.clock = clock;
        this.queues = queues;
    }

    /** @param capacity of slots that there were not yet; others have to be resized */
    Slots of(String provider, Slots.Capacity capacity) {
        return byProvider.computeIfAbsent(provider, id -> new Slots(capacity, ticker, clock, queues.of(id)));
    }
}
