package dev.olp.run;

import dev.olp.provider.Fault;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look at one file of a CLI.
 *
 * @param identity of the file
 * @param at the ticker when it began
 * @param result what it comes to
 * @param before what served until then and still can, from a copy of ours; null where there is none
 */
record ProofAttempt(
        String identity,
        long at,
        CompletableFuture<Standing> result,
        @Nullable Standing before) {
    private static final Logger log = LoggerFactory.getLogger(ProofAttempt.class);

    /** How soon a CLI that did not start is tried again: it may have been in the middle of its own update. */
    private static final Duration RETRY_START = Duration.ofSeconds(5);

    /** How soon a failed proof is tried again. */
    private static final Duration RETRY_PROOF = Duration.ofMinutes(1);

    /** Waits for the outcome, at most so long; {@link Standing#PROVING} where it takes longer. */
    Standing await(long nanos) throws InterruptedException {
        try {
            return result.get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException notYet) {
            return Standing.PROVING;
        } catch (ExecutionException e) {
            log.atError().setCause(e).log("a proof broke");
            return Standing.off(null, Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, "the proof broke: " + e.getCause()));
        }
    }

    /** What the look came to; {@link Standing#PROVING} while it goes on, or when it broke. */
    private Standing outcome() {
        return result.isCompletedExceptionally() ? Standing.PROVING : result.getNow(Standing.PROVING);
    }

    /** What serves as things stand. */
    Standing serving() {
        Standing now = outcome();
        return before == null || now.state() == Standing.State.READY ? now : before;
    }

    /** What serves, where it runs from a copy of ours that is still there; else null. */
    @Nullable
    Standing copyOf(CliCopies copies) {
        Standing serving = serving();
        ProbedBinary binary = serving.binary();
        return serving.state() == Standing.State.READY
                        && binary != null
                        && copies.holds(binary.path())
                        && Files.isExecutable(binary.path())
                ? serving
                : null;
    }

    /** What keeps the file from being used, while the one before it serves on. */
    Optional<String> heldBack() {
        if (before == null) {
            return Optional.empty();
        }
        if (!result.isDone()) {
            return Optional.of("it is being proven, or is taken at the next start (isolation.cli_updates)");
        }
        Standing now = outcome();
        return now.state() == Standing.State.READY
                ? Optional.empty()
                : Optional.of(now.reason().orElse("its proof broke"));
    }

    /**
     * Whether it need not be looked at anew.
     *
     * @param now the identity of the file that is there
     * @param nanos the time, as {@link #at} is
     */
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
