package dev.olp.cache;

import dev.olp.http.ByteBudget;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.routing.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a shared run has said so far, and how much of it each of its followers has. Kept whole while it is small enough and
 * there is room; beyond that a follower may be {@value #BEHIND} bytes behind the fastest, and then misses the rest. Under
 * the flight's lock.
 */
final class Backlog {
    /** Bytes that the run may be ahead of its fastest follower. */
    static final int AHEAD = 64 * 1024;

    static final int BEHIND = 256 * 1024;

    private static final Set<FinishReason> WHOLE = Set.of(FinishReason.STOP, FinishReason.TOOL_CALLS);

    private final List<Follower> followers = new ArrayList<>();
    private final Tape tape = new Tape();
    private final ByteBudget.Reservation room;
    private final int largest;
    private final String tenant;
    private @Nullable Hop hop;
    private int round;
    private boolean whole = true;
    private boolean keeps;

    /**
     * Nothing yet.
     *
     * @param room what it takes of the memory for shared answers
     * @param largest bytes of an answer that is kept whole
     * @param tenant whose all followers are
     */
    Backlog(ByteBudget.Reservation room, int largest, String tenant) {
        this.room = room;
        this.largest = largest;
        this.tenant = tenant;
    }

    List<Follower> followers() {
        return followers;
    }

    /** Whether whoever comes now can still be given all of it. */
    boolean isWhole() {
        return whole;
    }

    void add(Follower follower) {
        keeps |= follower.keeps();
        followers.add(follower);
    }

    /** Another hop begins, and what the one before it said is void. */
    void begin(Hop serving) {
        hop = serving;
        round++;
        tape.clear();
    }

    void add(ChatEvent event) {
        tape.add(event);
        whole = whole && tape.end() <= largest && room.tryResize(tape.capacity());
        if (!whole) {
            dropWhatNobodyNeeds();
        }
    }

    boolean isFarAhead() {
        OptionalLong fastest = places(follower -> follower.sent).max();
        return fastest.isPresent() && tape.end() - fastest.getAsLong() > AHEAD;
    }

    private void dropWhatNobodyNeeds() {
        long fastest = places(follower -> follower.taken).max().orElse(tape.end());
        followers.forEach(follower -> follower.missed |= place(follower, follower.taken) < fastest - BEHIND);
        long needed = places(follower -> follower.taken).min().orElse(tape.end());
        if (needed - tape.start() > BEHIND) {
            tape.drop(needed);
        }
    }

    private LongStream places(ToLongFunction<Follower> place) {
        return followers.stream()
                .filter(follower -> !follower.missed)
                .mapToLong(follower -> place(follower, place.applyAsLong(follower)));
    }

    /** Whoever has not heard that a hop began anew has nothing of it. */
    private long place(Follower follower, long place) {
        return follower.round == round ? place : 0;
    }

    /** Whether a client could have seen any of what is valid now. */
    boolean isShown() {
        return followers.stream().anyMatch(follower -> follower.streamed() && place(follower, follower.taken) > 0);
    }

    /** What comes next for a follower; null where nothing does yet. */
    @Nullable
    Next next(Follower follower) {
        if (follower.missed) {
            return new Next.Missed();
        }
        if (hop != null && follower.round != round) {
            boolean seen = follower.streamed() && follower.taken > 0;
            follower.round = round;
            follower.taken = 0;
            follower.sent = 0;
            return seen ? new Next.Restarted() : new Next.Serving(hop);
        }
        if (follower.taken == tape.end()) {
            return null;
        }
        Reel reel = tape.from(follower.taken);
        follower.taken = tape.end();
        return new Next.Piece(reel);
    }

    /** What may be kept of it, now that it is whole: not what was cut or withheld, or is too large. */
    @Nullable
    StoredAnswer kept(FlightEnd.Answered end) {
        return keeps && whole && hop != null && WHOLE.contains(end.reason())
                ? new StoredAnswer(tenant, tape.cut(), hop, end.reason(), end.usage(), end.estimated())
                : null;
    }

    /** Nobody needs it any more. */
    void forget() {
        room.close();
    }
}
