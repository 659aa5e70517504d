package dev.olp.alerts;

/** Where alerts go. */
@FunctionalInterface
public interface AlertSink {
    /**
     * Tries to send it, once.
     *
     * @return why it could not, in a word; empty when it is there
     */
    String send(Alert alert) throws InterruptedException;
}
