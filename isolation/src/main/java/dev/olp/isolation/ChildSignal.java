package dev.olp.isolation;

/** What the next wait on a child's stdout brought. */
public sealed interface ChildSignal {
    /** One line of stdout without its line end, byte-exact. */
    record Line(byte[] bytes) implements ChildSignal {}

    /** Stdout has ended: every line was handed out. */
    record OutputEnded() implements ChildSignal {}

    /** Nothing came within the time given. */
    record TimedOut() implements ChildSignal {}

    /** {@link SandboxedRun#interrupt()} was called; sticky. */
    record Interrupted() implements ChildSignal {}

    /**
     * A cap of {@link OutputLimits} was passed.
     *
     * @param cap which: {@code line} or {@code stdout}
     */
    record LimitExceeded(String cap) implements ChildSignal {}
}
