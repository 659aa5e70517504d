package dev.olp.wire;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;

/**
 * The frames of one streamed answer in its client's dialect, in the order of the calls. Each is whole; one may be empty, and is
 * then not sent. After {@link #error} comes nothing. Used by one thread.
 */
public interface AnswerFrames {
    /** What goes before the first content. */
    byte[] start();

    /** More of the answer. */
    byte[] text(String delta);

    /** More of the reasoning. */
    byte[] reasoning(String delta);

    /**
     * The thought that was told is whole; or one comes of which nothing can be told.
     *
     * @param kind of the {@link dev.olp.provider.Thought}
     * @param seal opaque
     * @return nothing in a dialect that has no place for it
     */
    default byte[] thought(String kind, String seal) {
        return new byte[0];
    }

    /**
     * A call begins.
     *
     * @param index of the call in the answer
     */
    byte[] call(int index, String callId, String name);

    /** More of a call's arguments. */
    byte[] arguments(int index, String delta);

    /** What is known of the usage so far. */
    void counted(Usage usage);

    /** The stop string that the text ends before. */
    void stopped(String stop);

    /**
     * All that ends a good answer but {@link #done}.
     *
     * @param estimated whether we counted the usage and not the provider
     */
    byte[] finish(FinishReason reason, Usage usage, boolean estimated);

    /** The last frame of a good answer. */
    byte[] done();

    /** The last frame of an answer that failed after its first. */
    byte[] error(ApiError error);

    /** Keeps proxies and clients from giving up; may come at any time. */
    byte[] keepAlive();
}
