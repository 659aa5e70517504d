package dev.olp.routing;

import java.util.List;

/**
 * The hops for one request.
 *
 * @param canonicalModel the registry's id of the model that was asked for
 * @param hops in order; not empty
 */
public record RoutePlan(String canonicalModel, List<Hop> hops) {
    public RoutePlan {
        hops = List.copyOf(hops);
    }
}
