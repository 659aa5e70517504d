package dev.olp.alerts;

import java.time.Instant;
import java.util.Map;

/** Port: what was told of lately, so that a restart does not tell it again. */
public interface ToldStore {
    /** By what it was of; what is over by then is forgotten. */
    Map<String, Told> load(Instant now);

    /** Takes the place of what was told of the same. A failure is for the log. */
    void save(String what, Told told);

    /**
     * When it was told.
     *
     * @param until when it may be told again
     */
    record Told(Instant at, Instant until) {
        /** A clock that went back begins anew as well. */
        boolean isOver(Instant now) {
            return now.isBefore(at) || !now.isBefore(until);
        }
    }
}
