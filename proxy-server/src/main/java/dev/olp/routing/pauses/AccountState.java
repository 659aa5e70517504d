package dev.olp.routing.pauses;

/**
 * What is to be expected of an account.
 *
 * <pre>trusted ─(limit | faults in a row)─▶ paused ─(time is up)─▶ probing ─(answers)─▶ trusted
 *                                             ▲──────(fails | is left)──────┘</pre>
 */
sealed interface AccountState {
    /** @param faults in a row so far */
    record Trusted(int faults) implements AccountState {}

    /** What failed is not forgotten. */
    sealed interface Doubted extends AccountState {
        Pause pause();
    }

    /** @param overAt nanoseconds of the ticker; over by the clock too, whichever comes first */
    record Paused(Pause pause, long overAt) implements Doubted {
        Probing probedBy(long thread) {
            return new Probing(pause, thread);
        }
    }

    /**
     * One request tries, the others go on passing over.
     *
     * @param thread the one that runs it, from its entry to its end
     */
    record Probing(Pause pause, long thread) implements Doubted {
        /** @param now nanoseconds of the ticker */
        Paused left(long now) {
            return new Paused(pause, now);
        }
    }
}
