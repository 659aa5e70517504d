package dev.olp.features.soak;

import dev.olp.features.support.Reply;

/**
 * What the client of one visit saw.
 *
 * @param requestId empty for one that left before it was told
 * @param code of the error; empty without one
 * @param provider who answered a whole reply; empty where that is not told
 * @param hops as the head told
 * @param cache as the head told
 */
record Seen(
        Visit visit, Kind kind, String requestId, int status, String code, String provider, String hops, String cache) {

    /** How it ended for its client. */
    enum Kind {
        /** Whole and right. */
        ANSWERED,
        /** An error in the place of an answer. */
        REFUSED,
        /** An error in the stream. */
        BROKEN,
        /** By its own doing. */
        LEFT
    }

    static Seen of(Visit visit, Kind kind, Reply head, String code) {
        return new Seen(
                visit,
                kind,
                head.header("x-request-id"),
                head.status(),
                code,
                visit.streamed() ? "" : head.header("x-olp-provider-used"),
                head.header("x-olp-fallback-hops"),
                head.header("x-olp-cache"));
    }

    static Seen leftUntold(Visit visit) {
        return new Seen(visit, Kind.LEFT, "", 0, "", "", "", "");
    }
}
