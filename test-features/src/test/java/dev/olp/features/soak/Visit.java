package dev.olp.features.soak;

import java.util.Set;

/**
 * One request that a client makes.
 *
 * @param key its token
 * @param streamed whether the body asks for a stream
 * @param user what the body says of its user, which no other one says; empty for nothing
 * @param answers the texts that are right, each whole
 * @param leaving when its client goes
 * @param leaveNanos how long after its request {@link Leaving#SOON} is
 */
record Visit(
        String key, String body, boolean streamed, String user, Set<String> answers, Leaving leaving, long leaveNanos) {

    /** When a client breaks its connection off. */
    enum Leaving {
        NEVER,
        /** A moment after it has asked, without reading anything. */
        SOON,
        /** When it has read the head of the reply. */
        AFTER_HEAD,
        /** When it has read some text. */
        AFTER_TEXT
    }
}
