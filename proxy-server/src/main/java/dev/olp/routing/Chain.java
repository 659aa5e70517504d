package dev.olp.routing;

import java.util.List;

/**
 * The hops of one model, whoever asks for it.
 *
 * @param configured whether the operator wrote it; else it is the model's own provider alone
 * @param hops in order; not empty
 */
public record Chain(boolean configured, List<Hop> hops) {
    public Chain {
        hops = List.copyOf(hops);
    }
}
