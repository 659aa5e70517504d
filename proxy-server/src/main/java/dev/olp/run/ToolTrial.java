package dev.olp.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether one file of a CLI serves tools: found out once, and anew a minute after it did not. Thread-safe. */
public final class ToolTrial {
    private static final Logger log = LoggerFactory.getLogger(ToolTrial.class);
    private static final Duration RETRY = Duration.ofMinutes(1);

    private final boolean eager;
    private final Callable<Optional<String>> examine;
    private final LongSupplier ticker;
    private @Nullable CompletableFuture<Optional<String>> result;
    private long begunAt;

    /**
     * Nothing is begun.
     *
     * @param eager whether it is to begin before somebody asks
     * @param examine gives the reason why not; empty where tools are served
     * @param ticker nanoseconds, monotonic
     */
    ToolTrial(boolean eager, Callable<Optional<String>> examine, LongSupplier ticker) {
        this.eager = eager;
        this.examine = examine;
        this.ticker = ticker;
    }

    boolean isEager() {
        return eager;
    }

    /** Begins, unless it is under way, or decided and not to be tried again yet. Returns at once. */
    synchronized void begin(ExecutorService work) {
        CompletableFuture<Optional<String>> last = result;
        boolean again = last != null
                && last.isDone()
                && reason(last).isPresent()
                && ticker.getAsLong() - begunAt >= RETRY.toNanos();
        if (last == null || again) {
            begunAt = ticker.getAsLong();
            result = CompletableFuture.supplyAsync(this::outcome, work);
        }
    }

    private Optional<String> outcome() {
        try {
            return examine.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the server stops");
        } catch (Exception e) {
            log.atError().setCause(e).log("whether a CLI serves tools could not be found out");
            return Optional.of("it could not be found out: " + e.getMessage());
        }
    }

    /** Waits for the outcome, at most so long. */
    Verdict await(long nanos) throws InterruptedException {
        CompletableFuture<Optional<String>> begun;
        synchronized (this) {
            begun = result;
        }
        if (begun == null) {
            return Verdict.UNKNOWN;
        }
        try {
            begun.get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException notYet) {
            return Verdict.UNKNOWN;
        } catch (ExecutionException e) {
            return new Verdict(true, String.valueOf(e.getCause()));
        }
        return new Verdict(true, reason(begun).orElse(null));
    }

    /** What is known now. */
    public synchronized Verdict verdict() {
        CompletableFuture<Optional<String>> last = result;
        return last == null || !last.isDone()
                ? Verdict.UNKNOWN
                : new Verdict(true, reason(last).orElse(null));
    }

    private static Optional<String> reason(CompletableFuture<Optional<String>> done) {
        return done.isCompletedExceptionally() ? Optional.of("the trial broke") : done.join();
    }

    /**
     * What it came to.
     *
     * @param known whether it came to anything yet
     * @param reason why tools are not served; null where they are, or that is not known
     */
    public record Verdict(boolean known, @Nullable String reason) {
        static final Verdict UNKNOWN = new Verdict(false, null);
    }
}
