package dev.olp.run;

import dev.olp.provider.Fault;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a provider may serve.
 *
 * @param state in one word
 * @param binary what was found, once its probes ran; null before and where they failed
 * @param proven whether its run was attacked and held
 * @param fault why it may not serve; null while it may, or that is not known yet
 * @param tools whether it serves tools; null where its adapter offers none, or it may not serve
 */
public record Standing(
        State state,
        @Nullable ProbedBinary binary,
        boolean proven,
        @Nullable Fault fault,
        @Nullable ToolTrial tools) {
    static final Standing PROVING = new Standing(State.PROVING, null, false, null, null);

    static Standing ready(ProbedBinary binary, boolean proven, @Nullable ToolTrial tools) {
        return new Standing(State.READY, binary, proven, null, tools);
    }

    static Standing off(@Nullable ProbedBinary binary, Fault fault) {
        return new Standing(State.OFF, binary, false, fault, null);
    }

    /** Of one that is ready. */
    ProbedBinary requireBinary() {
        ProbedBinary found = binary;
        if (found == null) {
            throw new IllegalStateException("nothing was found: " + state);
        }
        return found;
    }

    /** For people: what the fault says. */
    public Optional<String> reason() {
        return Optional.ofNullable(fault).map(Fault::logMessage);
    }

    /** In one word. */
    public enum State {
        /** Its CLI is being looked at and attacked; requests wait a little for it. */
        PROVING,
        READY,
        OFF
    }
}
