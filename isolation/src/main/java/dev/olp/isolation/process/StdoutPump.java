package dev.olp.isolation.process;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.OutputLimits;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a child's stdout to its end, or to a cap, and puts its lines into the queue. */
final class StdoutPump implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(StdoutPump.class);
    private static final int CHUNK_BYTES = 32 << 10;

    private final InputStream stdout;
    private final OutputLimits limits;
    private final LineQueue queue;

    StdoutPump(InputStream stdout, OutputLimits limits, LineQueue queue) {
        this.stdout = stdout;
        this.limits = limits;
        this.queue = queue;
    }

    @Override
    public void run() {
        ChildSignal end = new ChildSignal.OutputEnded();
        try (stdout) {
            end = pump();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("stdout of a child could not be read to its end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is being closed; the thread ends here
        } finally {
            queue.end(end);
        }
    }

    private ChildSignal pump() throws IOException, InterruptedException {
        byte[] chunk = new byte[CHUNK_BYTES];
        LineCutter cutter = new LineCutter(limits.lineBytes(), queue::put);
        long total = 0;
        for (int count = stdout.read(chunk); count >= 0; count = stdout.read(chunk)) {
            total += count;
            if (total > limits.totalBytes()) {
                return new ChildSignal.LimitExceeded("stdout");
            }
            LineCutter.Cut cut = cutter.accept(chunk, count);
            if (cut != LineCutter.Cut.GO_ON) {
                return signal(cut);
            }
        }
        return signal(cutter.finish());
    }

    private static ChildSignal signal(LineCutter.Cut cut) {
        return cut == LineCutter.Cut.LINE_TOO_LONG
                ? new ChildSignal.LimitExceeded("line")
                : new ChildSignal.OutputEnded();
    }
}
