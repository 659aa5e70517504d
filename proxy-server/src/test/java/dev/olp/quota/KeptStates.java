package dev.olp.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A store in memory. */
final class KeptStates implements QuotaStore {
    private final Map<PlanAccount, QuotaState> kept = new HashMap<>();
    boolean broken;
    int saves;

    @Override
    public List<QuotaState> load() {
        return new ArrayList<>(kept.values());
    }

    @Override
    public void save(Collection<QuotaState> states) {
        if (broken) {
            throw new IllegalStateException("broken");
        }
        saves++;
        states.forEach(state -> kept.put(state.account(), state));
    }
}
