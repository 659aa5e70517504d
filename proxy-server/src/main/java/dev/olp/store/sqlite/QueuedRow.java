package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Receipt;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One row on its way to the disk: waiting → written | lost. */
final class QueuedRow implements Receipt {
    private final AuditRecord row;
    private final boolean admission;
    private final AuditPulse pulse;
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile boolean written;

    QueuedRow(AuditRecord row, boolean admission, AuditPulse pulse) {
        this.row = row;
        this.admission = admission;
        this.pulse = pulse;
    }

    AuditRecord row() {
        return row;
    }

    boolean isAdmission() {
        return admission;
    }

    void settle(boolean onDisk) {
        written = onDisk;
        settled.countDown();
    }

    @Override
    public boolean await(Duration atMost) throws InterruptedException {
        if (settled.getCount() > 0 && pulse.isWell() && !settled.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            pulse.missed();
        }
        return written;
    }
}
