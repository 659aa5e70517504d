package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.isolation.process.QuickIdentity;
import dev.olp.provider.Fault;
import dev.olp.run.Cancellation.Cancelled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
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

    private final Prover prover;
    private final boolean updates;
    private final LongSupplier ticker;
    private final Map<String, ProofAttempt> latest = new ConcurrentHashMap<>();
    private final ExecutorService work = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("proof-", 0).factory());

    /**
     * Makes them; nothing is begun.
     *
     * @param updates whether a CLI that is replaced while it serves is taken once it is proven, or at the next start only
     * @param ticker nanoseconds, monotonic
     */
    public Proofs(Prover prover, boolean updates, LongSupplier ticker) {
        this.prover = prover;
        this.updates = updates;
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
        ProofAttempt attempted = latest.get(provider);
        return attempted == null ? Standing.PROVING : attempted.serving();
    }

    /** What keeps a replaced CLI from being used, while the one before it serves on. */
    public Optional<String> heldBack(String provider) {
        ProofAttempt attempted = latest.get(provider);
        return attempted == null ? Optional.empty() : attempted.heldBack();
    }

    /** Waits until nothing that was begun is undecided any more, at most so long. */
    public void await(Duration longest) throws InterruptedException {
        long deadline = ticker.getAsLong() + longest.toNanos();
        for (ProofAttempt attempted : latest.values()) {
            ToolTrial tools = attempted.await(deadline - ticker.getAsLong()).tools();
            if (tools != null) {
                begin(tools);
                var _ = tools.await(deadline - ticker.getAsLong());
            }
        }
    }

    /**
     * The binary to run, once it may be.
     *
     * @throws NotProven with the fault to answer with
     */
    ProbedBinary require(ProviderRuntime runtime, Cancellation cancellation, Silence silence)
            throws NotProven, Cancelled, ClientGone, InterruptedException {
        ProofAttempt attempted = attempt(runtime);
        if (attempted.before() != null) {
            return attempted.serving().requireBinary();
        }
        long deadline = ticker.getAsLong() + PATIENCE.toNanos();
        while (true) {
            cancellation.check();
            long left = Math.min(deadline - ticker.getAsLong(), Math.min(silence.nanosUntilDue(), LOOK.toNanos()));
            Standing standing = attempted.await(left);
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

    /** The attempt under way or done for the file that is there now, or a new one. */
    private ProofAttempt attempt(ProviderRuntime runtime) {
        String identity = runtime.inventory().located().map(QuickIdentity::of).orElse("");
        return latest.compute(
                runtime.provider().id(),
                (id, last) -> last != null && last.holds(identity, ticker.getAsLong())
                        ? last
                        : begin(runtime, identity, last));
    }

    private ProofAttempt begin(ProviderRuntime runtime, String identity, @Nullable ProofAttempt last) {
        Standing before = last == null ? null : last.copyOf(runtime.inventory().copies());
        if (before != null && !updates) {
            log.atWarn()
                    .addKeyValue("provider", runtime.provider().id())
                    .log(
                            "its CLI was replaced; it is taken at the next start, since isolation.cli_updates is \"approve\"");
            return new ProofAttempt(identity, ticker.getAsLong(), new CompletableFuture<>(), before);
        }
        return new ProofAttempt(
                identity,
                ticker.getAsLong(),
                CompletableFuture.supplyAsync(() -> prove(runtime, before), work),
                before);
    }

    /** Begins with it, unless it is begun; returns at once. */
    void begin(ToolTrial trial) {
        trial.begin(work);
    }

    private Standing prove(ProviderRuntime runtime, @Nullable Standing before) {
        Standing proven = prover.prove(runtime);
        ProbedBinary binary = proven.binary();
        ToolTrial tools = proven.tools();
        if (tools != null && tools.isEager()) {
            begin(tools);
        }
        if (proven.state() == Standing.State.READY && binary != null) {
            runtime.inventory()
                    .copies()
                    .keepOnly(
                            before == null
                                    ? new Path[] {binary.path()}
                                    : new Path[] {
                                        binary.path(), before.requireBinary().path()
                                    });
        } else if (before != null) {
            log.atError()
                    .addKeyValue("provider", runtime.provider().id())
                    .addKeyValue("reason", proven.reason().orElse(""))
                    .log("its replaced CLI is not used; the one before serves on");
        }
        return proven;
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        work.shutdownNow();
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
