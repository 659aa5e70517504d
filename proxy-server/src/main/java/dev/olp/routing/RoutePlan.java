package dev.olp.routing;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The hops for one request.
 *
 * @param canonicalModel the registry's id of the model that was asked for
 * @param hops in order; not empty
 * @param leftOut hops of the chain that this request cannot use
 * @param choices why a hop has its login, for those whose login the chain does not name
 */
public record RoutePlan(String canonicalModel, List<Hop> hops, List<LeftOut> leftOut, Map<Hop, Choice> choices) {
    public RoutePlan {
        hops = List.copyOf(hops);
        leftOut = List.copyOf(leftOut);
        choices = Map.copyOf(choices);
    }

    /** With nothing left out, and the logins that the chain names. */
    public RoutePlan(String canonicalModel, List<Hop> hops) {
        this(canonicalModel, hops, List.of(), Map.of());
    }

    /**
     * Not for this request.
     *
     * @param hop as the chain has it
     * @param why {@code not_in_scope}, {@code provider_off} or {@code no_images}
     */
    public record LeftOut(Hop hop, String why) {}

    /** Why a login. */
    public enum Choice {
        /** The key is bound to it. */
        KEY,
        /** It answered the key last. */
        STICKY,
        /** Of the provider's logins it has most left; or it is the next best. */
        LEAST_USED;

        /** In lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
