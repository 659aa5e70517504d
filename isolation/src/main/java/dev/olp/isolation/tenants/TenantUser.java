package dev.olp.isolation.tenants;

import java.util.concurrent.atomic.AtomicBoolean;

/** Who one run is to the kernel; its tenant's until every run of that tenant has given it back. */
public final class TenantUser implements AutoCloseable {
    private final long uid;
    private final long gid;
    private final Runnable giveBack;
    private final AtomicBoolean given = new AtomicBoolean();

    TenantUser(long uid, long gid, Runnable giveBack) {
        this.uid = uid;
        this.gid = gid;
        this.giveBack = giveBack;
    }

    public long uid() {
        return uid;
    }

    public long gid() {
        return gid;
    }

    /** Gives it back; only once nothing of the run is left. Idempotent. */
    @Override
    public void close() {
        if (given.compareAndSet(false, true)) {
            giveBack.run();
        }
    }
}
