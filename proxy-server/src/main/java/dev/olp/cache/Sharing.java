package dev.olp.cache;

import java.util.Locale;

/** Whose run a stream shows: {@code X-OLP-Streaming-Inflight}. */
public enum Sharing {
    /** Its own, which others may join. */
    SOURCE,
    /** That of a request before it. */
    ATTACHED,
    /** Its own alone, or none. */
    SOLO;

    /** As in the header. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}
