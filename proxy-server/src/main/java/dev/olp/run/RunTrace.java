package dev.olp.run;

import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run did so far, readable at any end of it, the thrown ones included. Belongs to the request's thread. */
public final class RunTrace {
    private final List<HopFailure> failures = new ArrayList<>();
    private final List<Attempted> attempts = new ArrayList<>();
    private @Nullable String profile;
    private int entered;
    private long queueNanos = -1;
    private long spawnNanos = -1;

    /** A hop is tried from now on, and its tokens are counted there. */
    public void entered(Hop hop, UsageMeter usage) {
        // the same one again, with another login, is no other hop
        entered += hop.equals(current()) ? 0 : 1;
        attempts.add(new Attempted(hop, usage));
    }

    /** It waited so long for a slot, besides what it waited before. */
    public void queued(long nanos) {
        queueNanos = Math.max(0, queueNanos) + nanos;
    }

    /** Its child was started so long after it had its slot. */
    public void spawned(long nanos) {
        spawnNanos = nanos;
    }

    void confined(@Nullable String sandboxProfile) {
        profile = sandboxProfile;
    }

    void failed(HopFailure failure) {
        entered += failure.tried() ? 0 : 1;
        failures.add(failure);
    }

    /** Hops that failed or were passed over, in order. */
    public List<HopFailure> failures() {
        return List.copyOf(failures);
    }

    /** The hop tried last; null before the first. */
    public @Nullable Hop current() {
        return attempts.isEmpty() ? null : attempts.getLast().hop();
    }

    /** How often another hop had to take over. */
    public int fallbackHops() {
        return Math.max(0, entered - 1);
    }

    /**
     * One try of a hop.
     *
     * @param meter of its tokens, as far as known
     */
    public record Attempted(Hop hop, UsageMeter meter) {}

    /** All tries in order, those that failed included: their tokens were spent too. */
    public List<Attempted> attempts() {
        return List.copyOf(attempts);
    }

    /** Tokens of the hop tried last, as far as known. */
    public Usage usage() {
        return attempts.isEmpty() ? Usage.ZERO : attempts.getLast().meter().current();
    }

    public boolean usageEstimated() {
        return !attempts.isEmpty() && attempts.getLast().meter().estimated();
    }

    /** What of the host's programs the last child was shown: {@code bare} or {@code usr}; null where nothing is hidden, or none ran. */
    public @Nullable String profile() {
        return profile;
    }

    /** Nanoseconds waited for slots; null when no slot was asked for. */
    public @Nullable Long queueNanos() {
        return queueNanos < 0 ? null : queueNanos;
    }

    /** Nanoseconds from the slot to the started child; null when none was started. */
    public @Nullable Long spawnNanos() {
        return spawnNanos < 0 ? null : spawnNanos;
    }
}
