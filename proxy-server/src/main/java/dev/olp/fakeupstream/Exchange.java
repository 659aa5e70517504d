package dev.olp.fakeupstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One recorded request and how it ended. */
public final class Exchange {
    private final long number;
    private final String method;
    private final String path;
    private final List<Map.Entry<String, String>> headers;
    private final byte[] rawBody;
    private final Instant arrivedAt;
    private final CountDownLatch connectionClosed = new CountDownLatch(1);
    private volatile boolean answered;
    private volatile boolean clientClosed;

    Exchange(
            long number,
            String method,
            String path,
            List<Map.Entry<String, String>> headers,
            byte[] rawBody,
            Instant arrivedAt) {
        this.number = number;
        this.method = method;
        this.path = path;
        this.headers = List.copyOf(headers);
        this.rawBody = rawBody;
        this.arrivedAt = arrivedAt;
    }

    /** From 1, in order of arrival. */
    public long number() {
        return number;
    }

    public String method() {
        return method;
    }

    /** The request target, with the scenario prefix and the query. */
    public String path() {
        return path;
    }

    /** As received, in order, repeats included. */
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /** The first value of a header, whatever its case; empty without one. */
    public String header(String name) {
        return headers.stream()
                .filter(h -> h.getKey().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    /** The body as it came over the wire. */
    public byte[] rawBody() {
        return rawBody.clone();
    }

    /** The body without its content encoding. */
    public byte[] body() throws IOException {
        return ContentCoding.decode(header("content-encoding"), rawBody);
    }

    /** {@link #body} as UTF-8. */
    public String text() throws IOException {
        return new String(body(), StandardCharsets.UTF_8);
    }

    public Instant arrivedAt() {
        return arrivedAt;
    }

    /** Whether the whole reply went out. */
    public boolean answered() {
        return answered;
    }

    /** Whether the client closed the connection before the whole reply had gone out. */
    public boolean clientClosed() {
        return clientClosed;
    }

    /**
     * Waits for the end of the connection, or for the next request on it.
     *
     * @return false when the time is over
     */
    public boolean awaitClosed(Duration limit) throws InterruptedException {
        return connectionClosed.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    int size() {
        return rawBody.length;
    }

    void markAnswered() {
        answered = true;
    }

    void markClosed(boolean byUs) {
        if (!answered && !byUs) {
            clientClosed = true;
        }
        connectionClosed.countDown();
    }
}
