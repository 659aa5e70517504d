package dev.olp.isolation;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.StdinLine;
import java.time.Duration;

/**
 * One run: a home, then one child in it. Used by one request thread; {@link #interrupt()} and {@link #stop(Stop)} may
 * come from any thread.
 *
 * <pre>open ──start──▶ running ──(exit | stop)──▶ ended ──close──▶ gone</pre>
 */
public interface SandboxedRun extends AutoCloseable {
    /** How a child is ended. */
    enum Stop {
        /** SIGTERM to the group; SIGKILL after a grace of two seconds. */
        TERMINATE,
        /** SIGKILL to the group at once: for a child that would make another upstream call on SIGTERM. */
        KILL
    }

    /** Where this run's home is, as the child sees it. */
    HomePaths paths();

    /** Where sockets are made that lead out of this run, before it starts; they go with it. */
    SocketFolder sockets();

    /**
     * Writes the files and starts the child in a process group of its own.
     *
     * @throws SandboxException when the binary is missing or not startable, or a file cannot be written
     */
    void start(ChildSpec spec) throws SandboxException;

    /** The child's process id, which is its group's id. */
    long pid();

    /**
     * Queues a line for the child's stdin and returns at once. A child that no longer reads is no error here: its exit
     * tells.
     */
    void write(StdinLine line);

    /** Closes the child's stdin once everything queued is written. */
    void closeStdin();

    /** Waits for the next line of stdout, at most as long as given. */
    ChildSignal next(Duration timeout) throws InterruptedException;

    /** Ends a wait in {@link #next} now and for good: the client went away or the server stops. */
    void interrupt();

    /** Waits for the child's end, at most as long as given; {@link ExitStatus.NotAwaited} when it still runs. */
    ExitStatus awaitExit(Duration timeout) throws InterruptedException;

    /** Ends the child's whole process group; returns at once. */
    void stop(Stop how);

    /** The end of what the child wrote to stderr, decoded leniently. For the log only. */
    String stderrTail();

    /**
     * Kills what still runs of the group, waits for it, and removes the home. Idempotent.
     *
     * @throws Leak when a process or a file could not be removed; the message names it, for the log
     */
    @Override
    void close() throws Leak;

    /** Something of a run outlived it. */
    final class Leak extends SandboxException {
        private static final long serialVersionUID = 1L;

        public Leak(String message) {
            super(message);
        }
    }
}
