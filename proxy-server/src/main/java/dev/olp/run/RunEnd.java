package dev.olp.run;

import dev.olp.provider.Fault;

/** How a run over its hops ended. */
public sealed interface RunEnd {
    /** The listener was given a whole answer. */
    record Answered() implements RunEnd {}

    /**
     * No hop gave a whole answer, or the one that had begun broke off.
     *
     * @param fault the most useful one
     * @param provider whose fault it is
     */
    record Failed(Fault fault, String provider) implements RunEnd {}
}
