package dev.olp.cache;

import dev.olp.http.ClientGone;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.RunEnd;
import dev.olp.run.Silence;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;

/** One request that is answered by a shared run. Its place in it is the flight's, under the flight's lock. */
final class Follower {
    private static final ApiError MISSED = ApiError.of(
            408,
            "request_timeout",
            "This answer came faster than it was read, and others wait for it too; ask again, and read it as it comes.");

    private static final ApiError RESTARTED = ApiError.of(502, "provider_error", "The answer broke off; ask again.");

    private final String tenant;
    private final boolean streamed;
    private final boolean keeps;
    private final CacheNote note;
    /** Where the next piece begins that it is given. */
    long taken;
    /** Up to here its client has been sent all. */
    long sent;
    /** Of the run in the provider's line, as it was last told. */
    int position;
    /** Of which run of a hop its place is. */
    int round;

    boolean missed;
    boolean pays;

    /**
     * Makes one that has boarded nothing yet.
     *
     * @param tenant the key's id
     * @param streamed whether its client sees each piece as it comes
     * @param keeps whether the whole answer may be kept
     * @param note is told what it has of the run's costs
     */
    Follower(String tenant, boolean streamed, boolean keeps, CacheNote note) {
        this.tenant = tenant;
        this.streamed = streamed;
        this.keeps = keeps;
        this.note = note;
    }

    String tenant() {
        return tenant;
    }

    boolean streamed() {
        return streamed;
    }

    boolean keeps() {
        return keeps;
    }

    /**
     * Gives the listener the answer, on the calling thread.
     *
     * @throws ApiException where it cannot be given to its end
     */
    RunEnd follow(
            Flight flight,
            CacheStatus status,
            Sharing sharing,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence)
            throws ApiException, Cancelled, ClientGone, InterruptedException {
        note.cached(status, sharing, flight.trace());
        try (var _ = cancellation.onCancel(flight::wake)) {
            while (true) {
                cancellation.check();
                Next next = flight.next(this, cancellation, silence.nanosUntilDue());
                switch (next) {
                    case null -> silence.beatIfDue();
                    case Next.Queued(var position) -> silence.queued(position);
                    case Next.Serving(var hop) -> listener.serving(hop);
                    case Next.Piece(var reel) -> reel.play(listener);
                    case Next.Missed() -> throw new ApiException(MISSED);
                    case Next.Restarted() -> throw new ApiException(RESTARTED);
                    case Next.Ended(var end) -> {
                        bill(flight, status, sharing, flight.settle(this));
                        return end(end, listener);
                    }
                }
            }
        } finally {
            bill(flight, status, sharing, flight.leave(this));
        }
    }

    private void bill(Flight flight, CacheStatus status, Sharing sharing, boolean paying) {
        note.cached(status, sharing, paying ? flight.trace() : flight.trace().costless());
    }

    private static RunEnd end(FlightEnd end, AnswerListener listener)
            throws Cancelled, ClientGone, InterruptedException {
        return switch (end) {
            case FlightEnd.Answered(var reason, var usage, var estimated) -> {
                listener.finished(reason, usage, estimated);
                yield new RunEnd.Answered();
            }
            case FlightEnd.Failed(var failed) -> failed;
            case FlightEnd.Stopped(var reason) -> throw new Cancelled(reason);
            case FlightEnd.Broken(var cause) -> throw new IllegalStateException("the shared run failed", cause);
        };
    }
}
