package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;

/** Takes the answer as it comes, on the request's own thread. */
public interface AnswerListener {
    /** A hop's child is running; it may still be replaced by the next hop while {@link #shown()} is false. */
    void serving(Hop hop);

    /**
     * One more event of the answer.
     *
     * @return what the listener wants: the rest, or no more
     */
    Wish event(ChatEvent event) throws ClientGone, InterruptedException;

    /** The answer is whole. Called once, before the child is cleaned up, so that nobody waits for that. */
    void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException;

    /** Whether the client could have seen any part of the answer. */
    boolean shown();

    /** What a listener wants after an event. */
    enum Wish {
        MORE,
        /** A stop string was met: the answer is whole, end the child. */
        STOP_HERE,
        /** The output cap was met: the answer is cut, end the child. */
        CUT_HERE
    }
}
