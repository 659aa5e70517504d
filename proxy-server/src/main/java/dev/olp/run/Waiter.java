package dev.olp.run;

/** One request in the line. Guarded by the lock of its slots. */
final class Waiter {
    private final SlotRequest wanted;
    private final Runnable wake;
    private State state = State.WAITING;

    /** What became of it. */
    enum State {
        WAITING,
        /** It holds a slot. */
        GRANTED,
        /** Its place went to another key, whose part it was. */
        DISPLACED,
        /** It left by itself. */
        LEFT;

        /** What a wait came to that ended in it. */
        QueueWatch.How how() {
            return switch (this) {
                case GRANTED -> QueueWatch.How.SERVED;
                case DISPLACED -> QueueWatch.How.DISPLACED;
                case WAITING -> QueueWatch.How.TOO_OLD;
                case LEFT -> QueueWatch.How.GONE;
            };
        }
    }

    /** @param wake called, under the lock, when its state changes */
    Waiter(SlotRequest wanted, Runnable wake) {
        this.wanted = wanted;
        this.wake = wake;
    }

    SlotRequest wanted() {
        return wanted;
    }

    State state() {
        return state;
    }

    void becomes(State next) {
        state = next;
        wake.run();
    }
}
