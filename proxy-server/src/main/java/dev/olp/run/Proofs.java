package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.isolation.process.QuickIdentity;
import dev.olp.provider.Fault;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a provider serve once its CLI was probed and its run proven, anew whenever the CLI's file is another. The work is
 * done apart from any request and outside its slot; a request waits for it a little, with heartbeats.
 */
public final class Proofs implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Proofs.class);

    /** How long a request waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How soon a request that waits notices that its client went away. */
    private static final Duration LOOK = Duration.ofMillis(100);

    /** How soon a CLI that did not start is tried again: it may have been in the middle of its own update. */
    private static final Duration RETRY_START = Duration.ofSeconds(5);

    /** How soon a failed proof is tried again. */
    private static final Duration RETRY_PROOF = Duration.ofMinutes(1);

    private final Prover prover;
    private final LongSupplier ticker;
    private final Map<String, Attempted> latest = new ConcurrentHashMap<>();
    private final ExecutorService work = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("proof-", 0).factory());

    /** @param ticker nanoseconds, monotonic */
    public Proofs(Prover prover, LongSupplier ticker) {
        this.prover = prover;
        this.ticker = ticker;
    }

    /** Begins with all of them; returns at once. */
    public void begin(Iterable<ProviderRuntime> providers) {
        for (ProviderRuntime runtime : providers) {
            var _ = attempt(runtime);
        }
    }

    /** What is known now, without starting anything. */
    public Standing standing(String provider) {
        Attempted attempted = latest.get(provider);
        return attempted == null ? Standing.PROVING : attempted.result.getNow(Standing.PROVING);
    }

    /** Waits until nothing that was begun is undecided any more, at most so long. */
    public void await(Duration longest) throws InterruptedException {
        long deadline = ticker.getAsLong() + longest.toNanos();
        for (Attempted attempted : latest.values()) {
            var _ = await(attempted.result, deadline - ticker.getAsLong());
        }
    }

    /**
     * The binary to run, once it may be.
     *
     * @throws NotProven with the fault to answer with
     */
    ProbedBinary require(ProviderRuntime runtime, Cancellation cancellation, Silence silence)
            throws NotProven, Cancelled, ClientGone, InterruptedException {
        CompletableFuture<Standing> result = attempt(runtime);
        long deadline = ticker.getAsLong() + PATIENCE.toNanos();
        while (true) {
            cancellation.check();
            long left = Math.min(deadline - ticker.getAsLong(), Math.min(silence.nanosUntilDue(), LOOK.toNanos()));
            Standing standing = await(result, left);
            ProbedBinary binary = standing.binary();
            Fault fault = standing.fault();
            if (fault != null) {
                throw new NotProven(fault);
            }
            if (binary != null) {
                return binary;
            }
            if (ticker.getAsLong() >= deadline) {
                throw new NotProven(Fault.of(
                        Fault.Kind.SANDBOX_UNAVAILABLE,
                        runtime.provider().id() + " is still being proven: its CLI is looked at and attacked"));
            }
            silence.beatIfDue();
        }
    }

    private static Standing await(CompletableFuture<Standing> result, long nanos) throws InterruptedException {
        try {
            return result.get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException notYet) {
            return Standing.PROVING;
        } catch (ExecutionException e) {
            log.atError().setCause(e).log("a proof broke");
            return Standing.off(null, Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, "the proof broke: " + e.getCause()));
        }
    }

    /** The attempt under way or done for the file that is there now, or a new one. */
    private CompletableFuture<Standing> attempt(ProviderRuntime runtime) {
        String identity = runtime.inventory().located().map(QuickIdentity::of).orElse("");
        return latest.compute(
                        runtime.provider().id(),
                        (id, last) -> last != null && last.holds(identity, ticker.getAsLong())
                                ? last
                                : begin(runtime, identity))
                .result;
    }

    private Attempted begin(ProviderRuntime runtime, String identity) {
        return new Attempted(
                identity, ticker.getAsLong(), CompletableFuture.supplyAsync(() -> prover.prove(runtime), work));
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        work.shutdownNow();
    }

    private record Attempted(String identity, long at, CompletableFuture<Standing> result) {
        boolean holds(String now, long nanos) {
            if (!identity.equals(now)) {
                return false;
            }
            Standing standing = result.isCompletedExceptionally() ? null : result.getNow(Standing.PROVING);
            Fault fault = standing == null ? null : standing.fault();
            if (standing != null && fault == null) {
                return true;
            }
            boolean didNotStart = fault != null && fault.kind() == Fault.Kind.NOT_STARTABLE;
            return nanos - at < (didNotStart ? RETRY_START : RETRY_PROOF).toNanos();
        }
    }

    /** Looks at one provider's CLI and attacks its run. */
    @FunctionalInterface
    public interface Prover {
        Standing prove(ProviderRuntime runtime);
    }

    /** The provider may not serve. */
    static final class NotProven extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Fault fault;

        NotProven(Fault fault) {
            super(fault.logMessage(), null, false, false);
            this.fault = fault;
        }

        Fault fault() {
            return fault;
        }
    }
}
