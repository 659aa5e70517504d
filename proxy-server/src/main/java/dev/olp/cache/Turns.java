package dev.olp.cache;

import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.Sparing;
import dev.olp.run.HopFailure;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which hop a run would ask now; nothing is changed by looking. */
public final class Turns {
    /** The hops as they stand in the chain, and nothing against any. */
    public static final Turns ALL = new Turns(new Sparing(_ -> Optional.empty()), _ -> Optional.empty());

    private final Sparing sparing;
    private final HopGuard guard;

    /**
     * Makes them.
     *
     * @param sparing what is asked last
     * @param guard what is passed over
     */
    public Turns(Sparing sparing, HopGuard guard) {
        this.sparing = sparing;
        this.guard = guard;
    }

    Sparing.Order of(List<Hop> hops) {
        return sparing.order(hops);
    }

    @Nullable
    HopFailure against(Hop hop) {
        return guard.look(hop).map(skip -> HopFailure.of(hop, skip)).orElse(null);
    }
}
