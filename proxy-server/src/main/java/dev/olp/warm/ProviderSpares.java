package dev.olp.warm;

import dev.olp.run.ProbedBinary;
import dev.olp.run.ProviderRuntime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The spare processes of one provider under one configuration. Thread-safe. */
final class ProviderSpares {
    private final ProviderRuntime runtime;
    private final int wanted;
    private final @Nullable String obstacle;
    private final Deque<Spare> ready = new ArrayDeque<>();
    private final StartRule rule = new StartRule();
    private int starting;
    private boolean retired;

    /** @param runtime what the configuration makes of the provider */
    ProviderSpares(ProviderRuntime runtime, int wanted, Optional<String> obstacle) {
        this.runtime = runtime;
        this.wanted = wanted;
        this.obstacle = obstacle.orElse(null);
    }

    ProviderRuntime runtime() {
        return runtime;
    }

    boolean serves(ProviderRuntime asking) {
        return runtime.equals(asking);
    }

    /** A request is to run with that binary. */
    synchronized void asked(ProbedBinary binary) {
        rule.asked(binary);
    }

    /** Whether one may be started from that binary, were there room. */
    synchronized boolean allows(ProbedBinary binary, long now) {
        return !retired && obstacle == null && rule.allows(binary, now);
    }

    /** Whether one more may be started; whoever is told so tells how that ended. */
    synchronized boolean begin(ProbedBinary binary, long now) {
        boolean room = allows(binary, now) && ready.size() + starting < wanted;
        starting += room ? 1 : 0;
        return room;
    }

    synchronized boolean isWanted() {
        return !retired;
    }

    /** Ends what {@link #begin} began; false when what was made is not wanted any more. */
    synchronized boolean made(Spare spare) {
        starting--;
        return !retired && ready.add(spare);
    }

    /** Ends what {@link #begin} began, without anything made. */
    synchronized void leftOff() {
        starting--;
    }

    /**
     * The same, and none is started for a while.
     *
     * @param until monotonic, nanoseconds
     */
    synchronized void failed(long until) {
        starting--;
        rule.pause(until);
    }

    /** The same, and it is of no use to try again with that binary: it takes no request late. */
    synchronized void takesNothingLate(ProbedBinary binary) {
        starting--;
        rule.unsuitable(binary);
    }

    /**
     * The first that is of use; whoever gets it uses it or closes it.
     *
     * @param use what it would be used with; empty for none
     */
    synchronized <T> Optional<Taken<T>> take(Function<Spare, Optional<T>> use) {
        Optional<Taken<T>> found = ready.stream()
                .flatMap(spare -> use.apply(spare).map(with -> new Taken<>(spare, with)).stream())
                .findFirst();
        found.ifPresent(taken -> ready.remove(taken.spare()));
        return found;
    }

    /** One of them, and what it is used with. */
    record Taken<T>(Spare spare, T use) {}

    /** Those that are not fit any more; the caller's to close. */
    synchronized List<Spare> weed(Predicate<Spare> fit) {
        List<Spare> unfit = ready.stream().filter(fit.negate()).toList();
        ready.removeAll(unfit);
        return unfit;
    }

    /** No more from now on; those that waited are the caller's to close. */
    synchronized List<Spare> retire() {
        retired = true;
        List<Spare> left = List.copyOf(ready);
        ready.clear();
        return left;
    }

    synchronized SpareCounts counts() {
        return new SpareCounts(wanted, ready.size(), starting, rule.obstacle().orElse(obstacle));
    }
}
