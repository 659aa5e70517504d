package dev.olp.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the requests under way at this server hold, by key. In memory, so that a crash leaves nothing held; bounded by the
 * requests under way. Thread-safe; whoever decides by it takes part in the decision's own lock.
 */
public final class InFlight {
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    public Held of(String keyId) {
        return held.getOrDefault(keyId, Held.NOTHING);
    }

    public Held all() {
        return held.values().stream().reduce(Held.NOTHING, Held::plus);
    }

    public void begin(Reservation reservation) {
        held.compute(reservation.keyId(), (_, now) -> (now == null ? Held.NOTHING : now).plus(reservation));
    }

    public void end(Reservation reservation) {
        held.computeIfPresent(reservation.keyId(), (_, now) -> {
            Held left = now.minus(reservation);
            return left.requests() == 0 ? null : left;
        });
    }
}
