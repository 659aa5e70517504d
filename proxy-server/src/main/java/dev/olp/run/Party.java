package dev.olp.run;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Predicate;

/** What one key has of one provider: its runs, its requests that wait, and how much it has had of its part. */
final class Party {
    /** What a grant costs a key of weight 1; every weight divides it. */
    private static final long COST = 12;

    private final SequencedSet<Waiter> waiting = new LinkedHashSet<>();
    private final int weight;
    private int active;
    /** In the line's virtual time: when its next grant is due. */
    private long due;

    Party(int weight, long due) {
        this.weight = weight;
        this.due = due;
    }

    int weight() {
        return weight;
    }

    long due() {
        return due;
    }

    int waiting() {
        return waiting.size();
    }

    boolean isIdle() {
        return active == 0 && waiting.isEmpty();
    }

    void join(Waiter waiter, long now) {
        if (waiting.isEmpty()) {
            due = Math.max(due, now); // nobody saves up what was not asked for
        }
        waiting.add(waiter);
    }

    boolean leave(Waiter waiter) {
        return waiting.remove(waiter);
    }

    Waiter removeYoungest() {
        return waiting.removeLast();
    }

    /** It has one run more. */
    void charge(long now) {
        active++;
        due = Math.max(due, now) + COST / weight;
    }

    void release() {
        active--;
    }

    /** The one of its requests that came first of those whose login has room. */
    Optional<Waiter> first(Predicate<String> hasRoom) {
        return waiting.stream()
                .filter(waiter -> hasRoom.test(waiter.wanted().account()))
                .findFirst();
    }

    /** Whether the next slot is rather this one's: who runs less for its weight, then who is due first. */
    boolean isBefore(Party other) {
        long mine = (long) active * other.weight;
        long others = (long) other.active * weight;
        return mine != others ? mine < others : due < other.due;
    }

    /** How many of its rivals here go before it. */
    int before(Waiter waiter, Predicate<Waiter> rivals) {
        int before = 0;
        for (Waiter each : waiting) {
            if (each == waiter) {
                break;
            }
            before += rivals.test(each) ? 1 : 0;
        }
        return before;
    }

    /** How many of those of its requests go before a moment of virtual time. */
    int dueBefore(long moment, Predicate<Waiter> which) {
        if (moment < due) {
            return 0;
        }
        long most = (moment - due) / (COST / weight) + 1;
        return (int) waiting.stream().filter(which).limit(most).count();
    }

    /** When, in virtual time, its request is due that so many of its own go before. */
    long dueAfter(int before) {
        return due + before * (COST / weight);
    }
}
