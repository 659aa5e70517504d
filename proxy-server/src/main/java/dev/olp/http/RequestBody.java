package dev.olp.http;

import dev.olp.wire.ApiException;

/** A request's body, read on demand. Releases its share of the byte budget when closed. */
public interface RequestBody extends AutoCloseable {
    /**
     * Reads and inflates the whole body; answers {@code Expect: 100-continue} first. Call at most once.
     *
     * @return the decoded bytes, at most the configured cap
     * @throws ApiException 413, 415, 400 (damaged coding), 408 (too slow), 503 {@code overloaded} (byte budget)
     * @throws ClientGone when the connection broke
     */
    byte[] read() throws ApiException, ClientGone, InterruptedException;

    @Override
    void close();
}
