package dev.olp.run;

/**
 * Who waits for an answer.
 *
 * @param listener is given it, on the calling thread
 * @param cancellation ends it early
 * @param silence is looked after while nothing comes
 * @param trace is kept up to date, so that it can be read at any end
 */
public record Client(AnswerListener listener, Cancellation cancellation, Silence silence, RunTrace trace) {
    /** The same, hearing the answer through another. */
    Client through(AnswerListener other) {
        return new Client(other, cancellation, silence, trace);
    }
}
