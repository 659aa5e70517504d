package dev.olp.app.demo;

import dev.olp.audit.AuditRecord;
import java.util.Map;
import java.util.Optional;

/** Starts the same server that {@code olp serve} runs. */
@FunctionalInterface
public interface ServerStart {
    /**
     * Starts OLP.
     *
     * @param environment all that the server gets to see of the process's environment; names the home and the port
     * @throws DemoException with one line that says what is wrong
     */
    RunningServer start(Map<String, String> environment) throws DemoException, InterruptedException;

    /** A server that serves. */
    interface RunningServer {
        /** The port it listens on, on loopback. */
        int port();

        /**
         * The audit row of a request that has ended.
         *
         * @param requestId as told in {@code x-request-id}
         */
        Optional<AuditRecord> audited(String requestId) throws InterruptedException;

        /** How far the provider's children are confined and what was proven of that, in a line; waits until it is known. */
        String isolation(String provider) throws InterruptedException;

        /** Stops it, and comes back when nothing of it is left. */
        void close();
    }
}
