package dev.olp.routing.pauses;

import java.util.List;

/** Port: keeps pauses over a restart. What could not be written is in the log, and costs the memory over a restart only. */
public interface PauseStore {
    List<Pause> all();

    /** In the place of the account's own, if it has one. */
    void save(Pause pause);

    void remove(Account account);
}
