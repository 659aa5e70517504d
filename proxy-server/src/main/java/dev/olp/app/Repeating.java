package dev.olp.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something over and over, with a pause before each time, on a thread of its own. */
final class Repeating implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Repeating.class);

    private final CountDownLatch stopped = new CountDownLatch(1);

    private Repeating() {}

    /** Begins; a fault of one time is logged and the next comes all the same. */
    static Repeating start(String name, Duration pause, Runnable work) {
        Repeating repeating = new Repeating();
        Thread.ofVirtual().name(name).start(() -> repeating.run(name, pause, work));
        return repeating;
    }

    private void run(String name, Duration pause, Runnable work) {
        try {
            while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    log.atError().addKeyValue("what", name).setCause(e).log("what is done over and over failed");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
