package dev.olp.alerts;

import dev.olp.alerts.Alert.Event;
import dev.olp.alerts.ToldStore.Told;
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
 * Sends alerts, each subject's once and again only after a while, restarts included. Whoever raises one never waits; where too many wait to be
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
    private final ToldStore store;
    private final Map<String, Told> told = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
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
    public Alerts(Supplier<Optional<AlertSink>> sink, ToldStore store, Clock clock) {
        this.sink = sink;
        this.store = store;
        this.clock = clock;
        told.putAll(store.load(clock.instant()));
        this.sender = Thread.ofVirtual().name("alerts").start(this::send);
    }

    /** Tells of it, unless it was told lately or there is nobody to tell. */
    public void raise(Event event, String subject, String message) {
        raise(event, subject, "", clock.instant().plus(AGAIN_AFTER), message);
    }

    /**
     * The same, and not again before a time.
     *
     * @param part of the subject, each of which is told by itself; empty for the whole
     */
    public void raise(Event event, String subject, String part, Instant notBefore, String message) {
        Instant now = clock.instant();
        String what = (event + " " + subject + " " + part).strip();
        if (sink.get().isEmpty() || !isDue(what, new Told(now, notBefore))) {
            return;
        }
        if (!waiting.offer(new Alert(event, subject, message, now))) {
            log.atWarn()
                    .addKeyValue("event", event)
                    .addKeyValue("subject", subject)
                    .log("too many alerts; dropped");
        }
    }

    private boolean isDue(String what, Told next) {
        synchronized (told) {
            Told last = told.get(what);
            if (last != null && !last.isOver(next.at())) {
                return false;
            }
            told.put(what, next);
        }
        store.save(what, next);
        return true;
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
