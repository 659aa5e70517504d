package dev.olp.management;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes {@code config.json} as it is now, whole or not at all. */
public interface Reload {
    /**
     * Reads it and puts it in force; requests under way go on under the one that they came in by.
     *
     * @return the paths of the settings that are different now
     * @throws Refused when it cannot be; then all stays as it was
     */
    List<String> now() throws Refused;

    /** What is in force. */
    State state();

    /**
     * What is in force, and what would not be taken.
     *
     * @param loadedAt when the configuration in force was taken
     * @param refusedAt when a newer one was refused; null where the newest is in force
     * @param problems why, one line each
     */
    record State(Instant loadedAt, @Nullable Instant refusedAt, List<String> problems) {
        public State {
            problems = List.copyOf(problems);
        }
    }

    /** The configuration as it is now cannot be put in force. */
    final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient List<String> problems;

        /** @param problems one line each, with the setting's path */
        public Refused(List<String> problems) {
            super(String.join("\n", problems), null, false, false);
            this.problems = List.copyOf(problems);
        }

        public List<String> problems() {
            return problems;
        }
    }
}
