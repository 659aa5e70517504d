package dev.olp.isolation.contract;

/** How a child ended, as the kernel told it. */
public sealed interface ExitStatus {
    /**
     * The child called exit.
     *
     * @param code 0 to 255
     */
    record Exited(int code) implements ExitStatus {}

    /**
     * A signal ended the child.
     *
     * @param signal the signal's number
     */
    record Signalled(int signal) implements ExitStatus {}

    /** The sandbox could not be set up around the child, so nothing of it ran; the end of stderr tells why. */
    record NotStarted() implements ExitStatus {}

    /** The outcome was decided before the child ended; nobody waited for its status. */
    record NotAwaited() implements ExitStatus {}
}
