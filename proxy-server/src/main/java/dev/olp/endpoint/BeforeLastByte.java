package dev.olp.endpoint;

/** What must be done before the client gets the last byte of a whole answer. */
@FunctionalInterface
interface BeforeLastByte {
    void run() throws InterruptedException;
}
