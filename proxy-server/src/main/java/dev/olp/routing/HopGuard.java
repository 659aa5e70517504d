package dev.olp.routing;

import dev.olp.provider.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Port: knows of a hop, without trying it, that it would fail now or is not wanted now. */
@FunctionalInterface
public interface HopGuard {
    /**
     * Looks, and changes nothing; also for whoever only wants to know, and again when an entered hop has its slot. It has
     * nothing against whom it let through alone.
     *
     * @return why the hop is to be passed over; empty when nothing is known against it
     */
    Optional<Skip> look(Hop hop);

    /**
     * Asked when the hop's turn has come. After an empty answer the hop is tried, and {@link HopOutcomes} told of its end
     * exactly once; so a guard may let a single one through.
     */
    default Optional<Skip> enter(Hop hop) {
        return look(hop);
    }

    /**
     * Why a hop is passed over.
     *
     * @param code stable, in {@code snake_case}
     * @param sentence for the owner
     * @param fault what the client is told if nobody else answers
     * @param until when it is to be looked at again; null where nobody knows
     */
    record Skip(
            String code,
            String sentence,
            Fault fault,
            @Nullable Instant until) {
        /** Until what the fault says. */
        public Skip(String code, String sentence, Fault fault) {
            this(code, sentence, fault, fault.resetAt());
        }
    }

    /**
     * All of them, in that order.
     *
     * @param guards only the last may count who {@link #enter}s: where it refuses, nobody else need be told
     */
    static HopGuard all(HopGuard... guards) {
        List<HopGuard> all = List.of(guards);
        return new HopGuard() {
            @Override
            public Optional<Skip> look(Hop hop) {
                return all.stream().flatMap(guard -> guard.look(hop).stream()).findFirst();
            }

            @Override
            public Optional<Skip> enter(Hop hop) {
                return all.stream().flatMap(guard -> guard.enter(hop).stream()).findFirst();
            }
        };
    }
}
