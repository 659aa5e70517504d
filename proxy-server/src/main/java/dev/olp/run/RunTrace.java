package dev.olp.run;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a run did so far, readable at any moment and at any end, the thrown ones included. Thread-safe. */
public final class RunTrace {
    private final LongSupplier ticker;
    private final List<HopFailure> failures = new ArrayList<>();
    private final List<Attempted> attempts = new ArrayList<>();
    private @Nullable Hop recalled;
    private @Nullable String profile;
    private @Nullable FinishReason finishReason;
    private int entered;
    private long queueNanos = -1;
    private long spawnNanos = -1;

    /** @param ticker nanoseconds, monotonic */
    public RunTrace(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /**
     * Of an answer that was run before, or for another: it cost nothing now.
     *
     * @param passed hops that were passed over for it
     */
    public static RunTrace recalled(Hop hop, List<HopFailure> passed) {
        RunTrace trace = new RunTrace(() -> 0);
        trace.recalled = hop;
        trace.entered = 1;
        passed.forEach(trace::failed);
        return trace;
    }

    /** Whether somebody else's run answers, which costs nothing here. */
    public synchronized boolean isRecalled() {
        return recalled != null;
    }

    /** A hop is tried from now on, and its tokens are counted there. */
    public synchronized void entered(Hop hop, UsageMeter usage) {
        // the same one again, with another login, is no other hop
        entered += hop.equals(current()) ? 0 : 1;
        long now = ticker.getAsLong();
        last().ifPresent(before -> before.end(now, null));
        attempts.add(new Attempted(hop, usage, now));
    }

    /** It waited so long for a slot, besides what it waited before. */
    public synchronized void queued(long nanos) {
        queueNanos = Math.max(0, queueNanos) + nanos;
        last().ifPresent(attempt -> attempt.queueNanos = nanos);
    }

    /** Its child was started so long after it had its slot. */
    public synchronized void spawned(long nanos) {
        spawnNanos = nanos;
        last().ifPresent(attempt -> attempt.spawnNanos = nanos);
    }

    synchronized void confined(@Nullable String sandboxProfile) {
        profile = sandboxProfile;
    }

    synchronized void failed(HopFailure failure) {
        // one that was passed over while it waited for its slot was entered before
        entered += failure.tried() || failure.hop().equals(current()) ? 0 : 1;
        failures.add(failure);
        last().filter(attempt -> failure.tried() && attempt.hop.equals(failure.hop()))
                .ifPresent(attempt -> attempt.end(ticker.getAsLong(), failure.trigger()));
    }

    /** The answer is whole. */
    public synchronized void finished(FinishReason reason) {
        finishReason = reason;
    }

    /** Why the answer ended; empty while it is not whole. */
    public synchronized Optional<FinishReason> finishReason() {
        return Optional.ofNullable(finishReason);
    }

    /** Hops that failed or were passed over, in order. */
    public synchronized List<HopFailure> failures() {
        return List.copyOf(failures);
    }

    /** The hop tried last, or whose answer it is; null before the first. */
    public synchronized @Nullable Hop current() {
        return attempts.isEmpty() ? recalled : attempts.getLast().hop();
    }

    /** How often another hop had to take over. */
    public synchronized int fallbackHops() {
        return Math.max(0, entered - 1);
    }

    /** All tries in order, those that failed included: their tokens were spent too. */
    public synchronized List<Attempted> attempts() {
        return List.copyOf(attempts);
    }

    private Optional<Attempted> last() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    /** Tokens of the hop tried last, as far as known. */
    public synchronized Usage usage() {
        return attempts.isEmpty() ? Usage.ZERO : attempts.getLast().meter().current();
    }

    public synchronized boolean usageEstimated() {
        return !attempts.isEmpty() && attempts.getLast().meter().estimated();
    }

    /** What of the host's programs the last child was shown: {@code bare} or {@code usr}; null where nothing is hidden, or none ran. */
    public synchronized @Nullable String profile() {
        return profile;
    }

    /** Nanoseconds waited for slots; null when no slot was asked for. */
    public synchronized @Nullable Long queueNanos() {
        return queueNanos < 0 ? null : queueNanos;
    }

    /** Nanoseconds from the slot to the started child; null when none was started. */
    public synchronized @Nullable Long spawnNanos() {
        return spawnNanos < 0 ? null : spawnNanos;
    }

    /** The same for somebody who did not pay for it: what was tried, without what it cost. */
    public synchronized RunTrace costless() {
        RunTrace free = new RunTrace(() -> 0);
        free.recalled = current();
        free.profile = profile;
        free.finishReason = finishReason;
        free.entered = entered;
        free.failures.addAll(failures);
        return free;
    }

    /** One try of a hop. Times are the ticker's. */
    public static final class Attempted {
        private final Hop hop;
        private final UsageMeter meter;
        private final long enteredNanos;
        private long queueNanos = -1;
        private long spawnNanos = -1;
        private @Nullable Long endedNanos;
        private @Nullable String failedOf;

        private Attempted(Hop hop, UsageMeter meter, long enteredNanos) {
            this.hop = hop;
            this.meter = meter;
            this.enteredNanos = enteredNanos;
        }

        private void end(long now, @Nullable String trigger) {
            if (endedNanos == null) {
                endedNanos = now;
                failedOf = trigger;
            }
        }

        public Hop hop() {
            return hop;
        }

        /** Of its tokens, as far as known. */
        public UsageMeter meter() {
            return meter;
        }

        public long enteredNanos() {
            return enteredNanos;
        }

        /** When it failed, or was tried anew with another login; empty for the last one of a request that ended otherwise. */
        public OptionalLong endedNanos() {
            return endedNanos == null ? OptionalLong.empty() : OptionalLong.of(endedNanos);
        }

        /** What it failed of, as {@link HopFailure#trigger}; null where it did not, or was tried anew. */
        public @Nullable String failedOf() {
            return failedOf;
        }

        /** Waited for its slot; empty when it did not come to ask for one. */
        public OptionalLong queueNanos() {
            return queueNanos < 0 ? OptionalLong.empty() : OptionalLong.of(queueNanos);
        }

        /** From its slot to the started child; empty when none was started. */
        public OptionalLong spawnNanos() {
            return spawnNanos < 0 ? OptionalLong.empty() : OptionalLong.of(spawnNanos);
        }
    }
}
