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

    /**
     * {@link #read}, and hands the bytes to the parser while the memory that parsing needs for a moment is reserved.
     * Bodies to be parsed should come this way: one large text costs a multiple of its bytes until it is parsed.
     *
     * @throws ApiException what {@code read} and the parser throw; 413 for what this heap could never parse
     */
    default <T> T parse(Parser<T> parser) throws ApiException, ClientGone, InterruptedException {
        return parser.parse(read());
    }

    /** Makes something of a whole body. */
    @FunctionalInterface
    interface Parser<T> {
        T parse(byte[] body) throws ApiException;
    }

    @Override
    void close();
}
