package dev.olp.quota;

import java.util.Collection;
import java.util.List;

/** Port: where states outlive the process. */
public interface QuotaStore {
    /** All that was saved. */
    List<QuotaState> load();

    /** Puts each in the place of what was saved of its account; all or nothing. */
    void save(Collection<QuotaState> states);
}
