package dev.olp.run;

import dev.olp.run.Slots.Capacity;
import dev.olp.run.Waiter.State;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a slot of a provider, and who waits for one in which order. A slot goes to the key that runs least for its
 * weight, and among equals to the one whose turn it is by weighted round robin. In a full line each key has its part of
 * the places: who has more gives the youngest up to a key that has less. Not thread-safe; knows no time.
 */
final class Line {
    private final Map<String, Party> parties = new LinkedHashMap<>();
    private final Map<String, Integer> activeOf = new HashMap<>();
    private Capacity capacity;
    private int active;
    private int waiting;
    /** Virtual time: when the grant given last was due. */
    private long now;

    Line(Capacity capacity) {
        this.capacity = capacity;
    }

    /** Also to be called with {@link #next} until nobody is due. */
    void resize(Capacity wanted) {
        capacity = wanted;
    }

    Capacity capacity() {
        return capacity;
    }

    boolean hasRoom(String account) {
        return active < capacity.total() && active(account) < capacity.perAccount();
    }

    /** Takes a slot of a login that has room. */
    void take(SlotRequest wanted) {
        Party party = party(wanted);
        now = Math.max(now, party.due());
        party.charge(now);
        active++;
        activeOf.merge(wanted.account(), 1, Integer::sum);
    }

    /** Gives one back; {@link #next} tells to whom. */
    void release(SlotRequest held) {
        active--;
        activeOf.computeIfPresent(held.account(), (account, count) -> count == 1 ? null : count - 1);
        party(held).release();
        forget();
    }

    /** Stands in line, in the place of another if need be; false when there is none. */
    boolean join(Waiter waiter) {
        Party party = party(waiter.wanted());
        if (waiting >= capacity.queueLimit() && !displaceFor(party)) {
            forget();
            return false;
        }
        party.join(waiter, now);
        waiting++;
        return true;
    }

    /** Goes out of the line, if it is in there. */
    void leave(Waiter waiter) {
        if (waiter.state() == State.WAITING && party(waiter.wanted()).leave(waiter)) {
            waiting--;
            waiter.becomes(State.LEFT);
            forget();
        }
    }

    /** Gives a slot to whom it is due next; empty when all are taken or nobody waits who could use one. */
    Optional<Waiter> next() {
        Party best = null;
        Waiter first = null;
        for (Party party : parties.values()) {
            Optional<Waiter> candidate = party.first(this::hasRoom);
            if (candidate.isPresent() && (best == null || party.isBefore(best))) {
                best = party;
                first = candidate.get();
            }
        }
        if (best == null || first == null) {
            return Optional.empty();
        }
        best.leave(first);
        waiting--;
        take(first.wanted());
        first.becomes(State.GRANTED);
        return Optional.of(first);
    }

    int active() {
        return active;
    }

    int active(String account) {
        return activeOf.getOrDefault(account, 0);
    }

    int waiting() {
        return waiting;
    }

    /** How many wait for a slot that a request for that login could have. */
    int waiting(String account) {
        return parties.values().stream()
                .mapToInt(party -> party.dueBefore(Long.MAX_VALUE, rivals(account)))
                .sum();
    }

    /** How many slots those who wait together with a request for a login share. */
    int slots() {
        return isFullForAll() ? capacity.total() : Math.min(capacity.perAccount(), capacity.total());
    }

    /** From 1: how many grants away it is, if nobody else comes and all runs take equally long. */
    int position(Waiter waiter) {
        Predicate<Waiter> rivals = rivals(waiter.wanted().account());
        Party own = party(waiter.wanted());
        int before = own.before(waiter, rivals);
        long due = own.dueAfter(before);
        int others = 0;
        for (Party party : parties.values()) {
            others += party == own ? 0 : party.dueBefore(due, rivals);
        }
        return 1 + before + others;
    }

    /** Who waits for the same: all, where the bound of all logins is reached, else those for the same login. */
    private Predicate<Waiter> rivals(String account) {
        return isFullForAll()
                ? waiter -> true
                : waiter -> waiter.wanted().account().equals(account);
    }

    private boolean isFullForAll() {
        return active >= capacity.total();
    }

    private Party party(SlotRequest wanted) {
        return parties.computeIfAbsent(wanted.key(), key -> new Party(wanted.weight(), now));
    }

    /** A key that had its part stays known until the others had theirs too. */
    private void forget() {
        if (active == 0 && waiting == 0) {
            parties.clear();
        } else {
            parties.values().removeIf(party -> party.isIdle() && party.due() <= now);
        }
    }

    private boolean displaceFor(Party newcomer) {
        long weights = newcomer.waiting() == 0 ? newcomer.weight() : 0;
        for (Party party : parties.values()) {
            weights += party.waiting() == 0 ? 0 : party.weight();
        }
        if (newcomer.waiting() >= share(newcomer, weights)) {
            return false;
        }
        Party greediest = null;
        for (Party party : parties.values()) {
            if (party != newcomer && party.waiting() > share(party, weights) && isGreedier(party, greediest)) {
                greediest = party;
            }
        }
        if (greediest == null) {
            return false;
        }
        waiting--;
        greediest.removeYoungest().becomes(State.DISPLACED);
        return true;
    }

    /** How many places of the line are a key's, whatever the others do. */
    private long share(Party party, long weights) {
        return Math.max(1, (long) capacity.queueLimit() * party.weight() / weights);
    }

    private static boolean isGreedier(Party party, @Nullable Party than) {
        return than == null || (long) party.waiting() * than.weight() > (long) than.waiting() * party.weight();
    }
}
