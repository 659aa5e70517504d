package dev.olp.run;

import dev.olp.confinement.Posture;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import java.util.Optional;
import java.util.Set;

/**
 * What this server or a request lacks for a hop, whatever its provider does.
 *
 * @param enabled ids of the providers that may run
 */
public record Lacks(Set<String> enabled, Posture posture) {
    public Lacks {
        enabled = Set.copyOf(enabled);
    }

    /**
     * Empty for nothing.
     *
     * @param minTier how far apart from others the request must be kept
     */
    public Optional<Skip> of(Hop hop, Optional<DeploymentTier> minTier) {
        if (!enabled.contains(hop.provider())) {
            String sentence = "the provider is not switched on";
            return Optional.of(new Skip("provider_off", sentence, Fault.of(Fault.Kind.NOT_STARTABLE, sentence)));
        }
        return MinTier.unmet(minTier, posture).map(fault -> new Skip("min_tier", fault.logMessage(), fault));
    }
}
