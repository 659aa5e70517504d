package dev.olp.provider;

import dev.olp.isolation.contract.ExitStatus;

/**
 * A CLI's protocol as a pure state machine: no I/O, no clock, used by one thread. Unknown events are skipped and
 * counted. A recorded transcript drives it in tests.
 */
public interface Dialogue {
    /** The first lines to write. Called once, before anything else. */
    Step opening();

    /**
     * Takes one line of stdout, without its line end. Lines that are not JSON are skipped.
     *
     * @param line UTF-8 bytes
     */
    Step accept(byte[] line);

    /**
     * The outcome: after stdout ended and the child's status is known, or after a step whose ending is not NONE (then
     * with {@link ExitStatus.NotAwaited}). Called once, last.
     *
     * @param exit how the child ended
     * @param stderrTail the end of its stderr, for the log and for CLIs that report faults there only
     */
    DialogueEnd end(ExitStatus exit, String stderrTail);

    /** How many lines or events were skipped as unknown. */
    int skipped();
}
