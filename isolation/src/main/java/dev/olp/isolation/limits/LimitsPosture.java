package dev.olp.isolation.limits;

import java.util.Optional;

/**
 * What of a run's limits this machine enforces.
 *
 * @param memory whether a run that takes too much memory is killed, and only that run
 * @param processes whether a run that forks too much is stopped without taking from other runs
 * @param processor whether a run is held to its share of the processor
 * @param reason why it is not all of them; no path
 * @param remedy what the operator can do about it; no path of ours
 */
public record LimitsPosture(
        Level level,
        boolean memory,
        boolean processes,
        boolean processor,
        Optional<String> reason,
        Optional<String> remedy) {
    /** The rungs, best first. */
    public enum Level {
        FULL,
        /** Cgroups, but without the memory controller. */
        NO_MEMORY,
        NO_CGROUP
    }

    static LimitsPosture full(boolean processor) {
        return new LimitsPosture(Level.FULL, true, true, processor, Optional.empty(), Optional.empty());
    }

    static LimitsPosture withoutMemory(boolean processor, Shortfall shortfall) {
        return new LimitsPosture(
                Level.NO_MEMORY,
                false,
                true,
                processor,
                Optional.of(shortfall.reason()),
                Optional.of(shortfall.remedy()));
    }

    static LimitsPosture withoutCgroups(boolean processes, Shortfall shortfall) {
        return new LimitsPosture(
                Level.NO_CGROUP,
                false,
                processes,
                false,
                Optional.of(shortfall.reason()),
                Optional.of(shortfall.remedy()));
    }
}
