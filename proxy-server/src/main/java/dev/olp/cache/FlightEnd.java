package dev.olp.cache;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.run.Cancellation.Reason;
import dev.olp.run.RunEnd;

/** How a shared run ended, for all who share it. */
sealed interface FlightEnd {
    /** The answer is whole. */
    record Answered(FinishReason reason, Usage usage, boolean estimated) implements FlightEnd {}

    /** No hop gave a whole answer. */
    record Failed(RunEnd.Failed end) implements FlightEnd {}

    /** Nobody wanted it any more. */
    record Stopped(Reason reason) implements FlightEnd {}

    /** By a fault of ours. */
    record Broken(Exception cause) implements FlightEnd {}
}
