package dev.olp.isolation.posix;

import java.io.IOException;
import java.util.Optional;

/** The system calls that Java lacks. */
public interface Posix {
    /** Our own effective user id. */
    long effectiveUserId();

    /**
     * Signals one process.
     *
     * @param pid greater than 1
     * @return whether there was such a process, and it was ours to signal
     */
    boolean kill(long pid, Signal signal);

    /**
     * Signals every process of a group in one step, so that a member cannot slip away by forking.
     *
     * @param group greater than 1
     * @return whether the group had a member, and it was ours to signal
     */
    boolean killGroup(long group, Signal signal);

    /**
     * Has each arrival of a signal run an action, on a thread of the JVM's own, in place of what Java does at it.
     *
     * @param signal one that can be caught
     */
    void onSignal(Signal signal, Runnable action);

    /** Opens a new pseudo-terminal; a session leader that opens its {@link PseudoTerminal#device} gets /dev/tty. */
    PseudoTerminal openTerminal() throws IOException;

    /**
     * Takes a whole file's {@code flock(2)}, which Java's own locks ({@code fcntl}) neither see nor stop. Does not wait.
     *
     * @param file absolute; made, with mode 0600, where it is missing
     * @return empty when somebody has it
     * @throws IOException when the file cannot be opened
     */
    Optional<FileLock> tryLock(String file) throws IOException;

    /** Held until it is closed, or the process ends. */
    interface FileLock extends AutoCloseable {
        @Override
        void close();
    }

    /** A terminal that lives until it is closed; closing it hangs up the session that uses it. */
    interface PseudoTerminal extends AutoCloseable {
        /** Absolute path of the terminal's device file. */
        String device();

        @Override
        void close();
    }
}
