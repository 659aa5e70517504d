package dev.olp.http;

import dev.olp.wire.ApiError;

/**
 * All that the stations know of HTTP. Blocking, for one virtual thread; {@link #onGone} callbacks come from the event
 * loop. HEAD, HTTP/1.0 and keep-alive are the sink's business.
 */
public interface ResponseSink {
    /** Sends a whole reply. A body of known length. */
    void reply(ResponseHead head, byte[] body) throws ClientGone;

    /** Starts a streamed reply (chunked on HTTP/1.1); the head goes out at once. */
    void begin(ResponseHead head) throws ClientGone;

    /** Sends one whole frame and waits while the client is not reading. Only after {@link #begin}. */
    void send(byte[] frame) throws ClientGone, InterruptedException;

    /** Ends a streamed reply cleanly. */
    void finish() throws ClientGone;

    /** Ends a streamed reply uncleanly: the connection closes without the final chunk. */
    void abort();

    /** Sends an error as a whole reply; only before {@link #begin} and {@link #reply}. */
    void fail(ApiError error) throws ClientGone;

    /** Whether a head has gone out. */
    boolean begun();

    /**
     * Runs the callback once when the client goes away before its reply is out; at once if it already has. A client that
     * only ends its sending side counts as gone, since a killed one looks the same; whole replies are still tried.
     * Called on the event loop: must not block.
     */
    void onGone(Runnable callback);
}
