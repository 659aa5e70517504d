package dev.olp.gateway;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a run has spent. A run's connections may be on different event loops. */
public final class Meter {
    private final GatewayBudget budget;
    private final AtomicInteger heads = new AtomicInteger();
    private final AtomicInteger forwarded = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong up = new AtomicLong();
    private final AtomicLong down = new AtomicLong();

    public Meter(GatewayBudget budget) {
        this.budget = budget;
    }

    /** Counts a request, to be refused or not; false when there were too many. */
    public boolean takeRequest() {
        return heads.incrementAndGet() <= budget.requests();
    }

    /** @param look whether it only looks whether somebody is there */
    void forwarded(boolean look) {
        forwarded.incrementAndGet();
        if (!look) {
            calls.incrementAndGet();
        }
    }

    boolean hasRoomUp(long declared) {
        return declared <= budget.bytesUp() - up.get();
    }

    public boolean takeUp(int bytes) {
        return up.addAndGet(bytes) <= budget.bytesUp();
    }

    public boolean takeDown(int bytes) {
        return down.addAndGet(bytes) <= budget.bytesDown();
    }

    int requests() {
        return forwarded.get();
    }

    int calls() {
        return calls.get();
    }

    public long bytesUp() {
        return up.get();
    }

    public long bytesDown() {
        return down.get();
    }
}
