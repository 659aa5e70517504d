package dev.olp.run;

import dev.olp.isolation.selftest.SandboxSelfTest;
import dev.olp.isolation.selftest.SelfTestReport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The sandbox's self-test, run once for all providers, when the first asks. */
public final class SandboxProof {
    private final SandboxSelfTest test;
    private final Path kept;
    private final ReentrantLock running = new ReentrantLock();
    private volatile @Nullable SelfTestReport report;

    /** @param kept file of the last good verdict, in a folder of ours alone */
    public SandboxProof(SandboxSelfTest test, Path kept) {
        this.test = test;
        this.kept = kept;
    }

    /** The report; waits where it is being made. One that failed is made again. */
    SelfTestReport report() throws InterruptedException {
        running.lockInterruptibly();
        try {
            SelfTestReport known = report;
            if (known == null || !known.proven()) {
                known = test.runUnlessProven(kept);
                report = known;
            }
            return known;
        } finally {
            running.unlock();
        }
    }

    /** What is known now. */
    public Optional<SelfTestReport> known() {
        return Optional.ofNullable(report);
    }
}
