package dev.olp.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code routing}: who answers when the first cannot. Empty by default: nobody is answered by another vendor unasked.
 *
 * @param chains by model or alias, the hops in order
 * @param softTriggers by provider, when to move on before it refuses
 * @param breaker when an account that keeps failing is left alone
 * @param rememberLimits whether an account whose provider refused for a limit is left alone until it ends
 */
public record RoutingSettings(
        Map<String, List<HopSettings>> chains,
        @ByProvider Map<String, SoftTriggerSettings> softTriggers,
        BreakerSettings breaker,
        boolean rememberLimits) {
    public static final RoutingSettings DEFAULTS =
            new RoutingSettings(Map.of(), Map.of(), BreakerSettings.DEFAULTS, true);

    private static final int MOST_HOPS = 16;

    public RoutingSettings {
        Map<String, List<HopSettings>> copy = new LinkedHashMap<>();
        chains.forEach((model, hops) -> copy.put(model, List.copyOf(hops)));
        chains = Collections.unmodifiableMap(copy);
        softTriggers = Collections.unmodifiableMap(new LinkedHashMap<>(softTriggers));
        for (List<HopSettings> hops : chains.values()) {
            if (hops.isEmpty() || hops.size() > MOST_HOPS) {
                throw new InvalidSettingException("chains", hops.size() + " hops", "1-" + MOST_HOPS + " hops a chain");
            }
        }
    }
}
