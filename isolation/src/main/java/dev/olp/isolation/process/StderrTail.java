package dev.olp.isolation.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a child's stderr to its end, however much comes, and keeps the last bytes of it. */
final class StderrTail implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(StderrTail.class);
    private static final int CHUNK_BYTES = 8 << 10;

    private final InputStream stderr;
    private final int capacity;
    private byte[] ring = new byte[0];
    private int next;
    private boolean wrapped;

    /** @param capacity bytes to keep */
    StderrTail(InputStream stderr, int capacity) {
        this.stderr = stderr;
        this.capacity = capacity;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (stderr) {
            for (int count = stderr.read(chunk); count >= 0; count = stderr.read(chunk)) {
                keep(chunk, count);
            }
        } catch (IOException e) {
            log.atWarn().setCause(e).log("stderr of a child could not be read to its end");
        }
    }

    private synchronized void keep(byte[] chunk, int count) {
        if (ring.length == 0) {
            ring = new byte[capacity]; // most children never write to stderr
        }
        for (int at = Math.max(0, count - capacity); at < count; at++) {
            ring[next] = chunk[at];
            next = (next + 1) % capacity;
            wrapped |= next == 0;
        }
    }

    /** What is kept; a character that was cut or malformed becomes U+FFFD. */
    synchronized String text() {
        if (!wrapped) {
            return new String(ring, 0, next, StandardCharsets.UTF_8);
        }
        byte[] whole = new byte[capacity];
        System.arraycopy(ring, next, whole, 0, capacity - next);
        System.arraycopy(ring, 0, whole, capacity - next, next);
        return new String(whole, StandardCharsets.UTF_8);
    }
}
