package dev.olp.run;

import dev.olp.http.ClientGone;
import java.util.function.IntConsumer;

/** What happens while nothing comes: the request's own thread sends heartbeats, so there is never a second writer. */
public interface Silence {
    /** Nobody minds the silence. */
    Silence UNNOTICED = unnoticed(_ -> {});

    /** Nobody minds the silence, but somebody is told what {@link #queued} is. */
    static Silence unnoticed(IntConsumer queued) {
        return new Silence() {
            @Override
            public long nanosUntilDue() {
                return Long.MAX_VALUE;
            }

            @Override
            public void queued(int position) {
                queued.accept(position);
            }

            @Override
            public void beatIfDue() {}
        };
    }

    /** Nanoseconds until the next heartbeat is due; zero or less when it is. */
    long nanosUntilDue();

    /**
     * The request waits in a line.
     *
     * @param position how many turns away it is, from 1; 0 when it waits no more
     */
    default void queued(int position) {}

    /** Sends a heartbeat if one is due. */
    void beatIfDue() throws ClientGone, InterruptedException;
}
