package dev.olp.routing;

import dev.olp.routing.HopGuard.Skip;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prefers the hops that nothing speaks against: the others come after them, in the chain's order, so that a hop that is
 * to be spared still answers when nobody else does. Where all are to be spared the chain stays as it is.
 *
 * @param guard what speaks against a hop; only looked at
 */
public record Sparing(HopGuard guard) {
    /**
     * Hops in the order in which they are tried.
     *
     * @param spared those that others were preferred to, with why; empty where that changes nothing
     */
    public record Order(List<Hop> hops, Map<Hop, Skip> spared) {
        public Order {
            hops = List.copyOf(hops);
        }
    }

    /** Puts them in order. */
    public Order order(List<Hop> hops) {
        List<Hop> ordered = new ArrayList<>();
        Map<Hop, Skip> spared = new LinkedHashMap<>();
        for (Hop hop : hops) {
            guard.look(hop).ifPresentOrElse(skip -> spared.put(hop, skip), () -> ordered.add(hop));
        }
        ordered.addAll(spared.keySet());
        return ordered.equals(hops) ? new Order(hops, Map.of()) : new Order(ordered, spared);
    }
}
