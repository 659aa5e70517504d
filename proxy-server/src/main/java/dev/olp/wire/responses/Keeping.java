package dev.olp.wire.responses;

/** What becomes of a response that its client may come back to. */
@FunctionalInterface
public interface Keeping {
    /**
     * Told before the client has the last of it.
     *
     * @param body the response, UTF-8 JSON
     * @param items of the whole conversation up to and with its output, UTF-8 JSON
     */
    void keep(byte[] body, byte[] items);
}
