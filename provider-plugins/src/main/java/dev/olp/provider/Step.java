package dev.olp.provider;

import dev.olp.isolation.contract.StdinLine;
import java.util.List;

/**
 * What a dialogue wants done now: deliver the events, then write the lines, then close stdin, then end the run.
 *
 * @param events what the client may see
 * @param writes lines for stdin
 * @param closeStdin whether stdin is closed after the lines
 * @param ending whether and how the run ends now
 */
public record Step(List<ChatEvent> events, List<StdinLine> writes, boolean closeStdin, Ending ending) {
    public static final Step NOTHING = new Step(List.of(), List.of(), false, Ending.NONE);

    public Step {
        events = List.copyOf(events);
        writes = List.copyOf(writes);
    }

    public static Step of(ChatEvent... events) {
        return new Step(List.of(events), List.of(), false, Ending.NONE);
    }

    public static Step write(StdinLine... lines) {
        return new Step(List.of(), List.of(lines), false, Ending.NONE);
    }

    public static Step end(Ending ending, ChatEvent... events) {
        return new Step(List.of(events), List.of(), false, ending);
    }

    /** How a dialogue lets its run end. */
    public enum Ending {
        /** Not yet. */
        NONE,
        /** The outcome stands; the child may exit by itself within a grace. */
        LINGER,
        /** The outcome stands; SIGTERM now. */
        TERMINATE,
        /** The outcome stands; SIGKILL now, since SIGTERM would let another upstream call slip out. */
        KILL
    }
}
