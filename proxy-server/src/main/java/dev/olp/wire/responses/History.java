package dev.olp.wire.responses;

import java.util.Optional;

/** The responses that a client can come back to. */
public interface History {
    /**
     * The items of the conversation up to and with a response, as {@link Keeping} was given them.
     *
     * @param responseId as the client names it
     */
    Optional<byte[]> items(String responseId);

    /** Whether a response is kept where it and its conversation have that many bytes. */
    boolean keeps(long bytes);
}
