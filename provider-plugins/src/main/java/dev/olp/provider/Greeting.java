package dev.olp.provider;

import dev.olp.isolation.contract.StdinLine;
import java.util.List;

/**
 * The first words with a process that was started before there is a request for it. Pure, used by one thread at a time.
 * What follows is a {@link Dialogue} that begins where this ends.
 */
public interface Greeting {
    /** Lines that the process is asked with whether it is there; nothing of any request is in them. */
    List<StdinLine> opening();

    /**
     * Takes one line of its stdout, without its line end.
     *
     * @param line UTF-8 bytes
     */
    Heard hear(byte[] line);

    /** What a line of a waiting process means. */
    enum Heard {
        /** Nothing. */
        NOTHING,
        /** It reads its stdin and can be given a request. */
        READY,
        /** It does what no waiting process does; it must not be given one. */
        DOUBT
    }
}
