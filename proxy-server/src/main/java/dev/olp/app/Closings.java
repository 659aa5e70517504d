package dev.olp.app;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened, to be closed in reverse; one that fails keeps no other from it. */
final class Closings implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Closings.class);

    private final Deque<Closing> open = new ArrayDeque<>();

    void add(Closing closing) {
        open.push(closing);
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (SandboxException | IOException | RuntimeException e) {
                log.atError().setCause(e).log("closing failed");
            }
        }
    }

    /** The end of one thing. */
    @FunctionalInterface
    interface Closing {
        void close() throws SandboxException, IOException;
    }
}
