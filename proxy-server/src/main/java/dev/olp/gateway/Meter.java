package dev.olp.gateway;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a run has spent. A run's connections may be on different event loops. */
public final class Meter {
    private static final int WITHDRAWN = -1;

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

    /**
     * Counts a request that goes to the upstream; false when it must not go any more.
     *
     * @param look whether it only looks whether somebody is there
     */
    boolean forward(boolean look) {
        if (!look && calls.updateAndGet(count -> count == WITHDRAWN ? count : count + 1) == WITHDRAWN) {
            return false;
        }
        forwarded.incrementAndGet();
        return true;
    }

    /** From now on no call is let through, unless one was before; whether that is so. */
    boolean withdraw() {
        return calls.compareAndSet(0, WITHDRAWN) || calls.get() == WITHDRAWN;
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
        return Math.max(0, calls.get());
    }

    public long bytesUp() {
        return up.get();
    }

    public long bytesDown() {
        return down.get();
    }
}
