package dev.olp.isolation.process;

import dev.olp.isolation.contract.StdinLine;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes queued lines to a child's stdin on a thread of its own: a child that does not read blocks only that thread. */
final class StdinWriter implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(StdinWriter.class);

    /** Lines that may wait: a dialogue queues one per message of the history, which the door bounds far lower. */
    private static final int WAITING_LINES = 1 << 16;

    private static final int BUFFER_BYTES = 32 << 10;

    private final OutputStream stdin;
    /** Empty closes. */
    private final BlockingQueue<Optional<StdinLine>> lines = new LinkedBlockingQueue<>(WAITING_LINES);

    private volatile boolean ended;

    StdinWriter(OutputStream stdin) {
        this.stdin = stdin;
    }

    /** Queues a line, or nothing at all once the child's stdin is closed. */
    void write(StdinLine line) {
        queue(Optional.of(line));
    }

    void close() {
        queue(Optional.empty());
    }

    private void queue(Optional<StdinLine> line) {
        if (!ended && !lines.offer(line)) {
            throw new IllegalStateException(WAITING_LINES + " lines wait for stdin already");
        }
    }

    @Override
    public void run() {
        try (OutputStream out = new BufferedOutputStream(stdin, BUFFER_BYTES)) {
            for (var line = lines.take(); line.isPresent(); line = lines.take()) {
                line.get().writeTo(out);
                if (lines.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            // the child ended, or closed its stdin: its exit status and output tell what that means
            log.atDebug().addKeyValue("cause", e.getMessage()).log("child no longer reads its stdin");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is being closed; the thread ends here
        } finally {
            ended = true;
            lines.clear();
        }
    }
}
