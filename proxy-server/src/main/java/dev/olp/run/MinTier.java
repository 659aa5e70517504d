package dev.olp.run;

import dev.olp.confinement.Posture;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.provider.Fault;
import java.util.Optional;

/** The isolation that a caller insists on, held against what this server gives. */
public final class MinTier {
    private MinTier() {}

    /** Why the run may not be; empty when it may. Without an active sandbox no tier is given at all. */
    public static Optional<Fault> unmet(Optional<DeploymentTier> wanted, Posture posture) {
        return wanted.filter(tier -> !posture.active() || !posture.tier().holds(tier))
                .map(tier -> {
                    String given = posture.active() ? posture.tier().declared() : "none, without its sandbox";
                    return new Fault(
                            Fault.Kind.SANDBOX_UNAVAILABLE,
                            null,
                            "the key insists on " + tier.declared() + ", and this server gives " + given,
                            "Your key insists on the isolation %s, and this server gives less (%s); ask its owner."
                                    .formatted(tier.declared(), given));
                });
    }
}
