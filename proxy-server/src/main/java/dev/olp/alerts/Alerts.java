package dev.olp.alerts;

import dev.olp.alerts.Alert.Event;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends alerts, each subject's once and again only after a while. Whoever raises one never waits; where too many wait to be
 * sent, the rest is dropped and said so. Thread-safe.
 */
public final class Alerts implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Alerts.class);

    /** While it goes on, it is told again after this. */
    static final Duration AGAIN_AFTER = Duration.ofHours(1);

    private static final int TRIES = 3;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);
    private static final int MOST_WAITING = 64;
    private static final int MOST_REMEMBERED = 256;

    private final Supplier<Optional<AlertSink>> sink;
    private final Clock clock;
    private final BlockingQueue<Alert> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Map<String, Instant> told = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread sender;

    /**
     * Begins.
     *
     * @param sink where alerts go now; empty for nowhere
     */
    public Alerts(Supplier<Optional<AlertSink>> sink, Clock clock) {
        this.sink = sink;
        this.clock = clock;
        this.sender = Thread.ofVirtual().name("alerts").start(this::send);
    }

    /** Tells of it, unless it was told lately or there is nobody to tell. */
    public void raise(Event event, String subject, String message) {
        Instant now = clock.instant();
        if (sink.get().isEmpty() || !isDue(event + " " + subject, now)) {
            return;
        }
        if (!waiting.offer(new Alert(event, subject, message, now))) {
            log.atWarn()
                    .addKeyValue("event", event)
                    .addKeyValue("subject", subject)
                    .log("too many alerts; dropped");
        }
    }

    private boolean isDue(String key, Instant now) {
        synchronized (told) {
            Instant last = told.get(key);
            // a clock that went back begins anew as well
            boolean due = last == null || now.isBefore(last) || !now.isBefore(last.plus(AGAIN_AFTER));
            if (due) {
                told.put(key, now);
            }
            return due;
        }
    }

    private void send() {
        try {
            while (true) {
                Alert alert = waiting.take();
                send(alert);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void send(Alert alert) throws InterruptedException {
        Optional<AlertSink> to = sink.get();
        for (int tries = 1; to.isPresent(); tries++) {
            String failure = to.get().send(alert);
            if (failure.isEmpty()) {
                return;
            }
            if (tries == TRIES) {
                log.atError()
                        .addKeyValue("event", alert.event())
                        .addKeyValue("subject", alert.subject())
                        .addKeyValue("failure", failure)
                        .log("an alert could not be sent");
                return;
            }
            if (closed.await(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        sender.interrupt();
    }
}
