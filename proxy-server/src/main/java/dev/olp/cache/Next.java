package dev.olp.cache;

import dev.olp.routing.Hop;

/** What a follower of a shared run is given next. */
sealed interface Next {
    /** It waits in the provider's line, so many turns away; 0 when it waits no more. */
    record Queued(int position) implements Next {}

    /** A hop's child is running; what was given before was another's. */
    record Serving(Hop hop) implements Next {}

    /** More of the answer. */
    record Piece(Reel reel) implements Next {}

    /** What comes next is not kept any more: this one reads too slowly. */
    record Missed() implements Next {}

    /** The answer began anew, and this one's client has seen some of it. */
    record Restarted() implements Next {}

    /** It is over. */
    record Ended(FlightEnd end) implements Next {}
}
