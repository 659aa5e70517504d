package dev.olp.run;

import dev.olp.provider.Fault;
import dev.olp.run.Waiter.State;
import java.time.Duration;
import java.time.InstantSource;

/** What those are told who get no slot: when to come again, by how long slots were held lately. Guarded as its line is. */
final class Refusals {
    private final Line line;
    private final ServiceTimes times;
    private final InstantSource clock;

    Refusals(Line line, ServiceTimes times, InstantSource clock) {
        this.line = line;
        this.times = times;
        this.clock = clock;
    }

    QueueFull full(SlotRequest wanted) {
        return atTheEnd("queue full: %d running, %d waiting".formatted(line.active(), line.waiting()), wanted);
    }

    /** @param state in which its wait ended without a slot */
    QueueFull of(Waiter waiter, State state) {
        return state == State.WAITING
                ? refusal("waited too long in the queue", line.position(waiter))
                : atTheEnd("queue full: its place was another key's part", waiter.wanted());
    }

    /** What whoever comes now would have to wait. */
    Duration expectedWait(String account) {
        return line.hasRoom(account) ? Duration.ZERO : until(line.waiting(account) + 1);
    }

    private QueueFull atTheEnd(String message, SlotRequest wanted) {
        return refusal(message, line.waiting(wanted.account()) + 1);
    }

    private QueueFull refusal(String message, int position) {
        return new QueueFull(new Fault(Fault.Kind.QUEUE_FULL, clock.instant().plus(until(position)), message, null));
    }

    private Duration until(int position) {
        return times.until(position, line.slots());
    }
}
