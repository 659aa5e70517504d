package dev.olp.responses;

/**
 * A response, and the conversation that led to it.
 *
 * @param tenant whose it is
 * @param body as the client was given it, UTF-8 JSON; not changed
 * @param items of the whole conversation up to and with its output, UTF-8 JSON; not changed
 */
public record KeptResponse(String tenant, byte[] body, byte[] items) {
    /** What a response costs besides its bytes. */
    private static final int OVERHEAD = 256;

    long weight() {
        return OVERHEAD + (long) body.length + items.length;
    }
}
