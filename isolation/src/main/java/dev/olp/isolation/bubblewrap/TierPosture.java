package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.contract.DeploymentTier;
import java.util.Optional;

/**
 * How far apart this machine can keep tenants.
 *
 * @param best the most that can be asked of a run
 * @param reason why it is not {@code per-os-user}; no path
 * @param remedy what the operator can do about it
 */
public record TierPosture(DeploymentTier best, Optional<String> reason, Optional<String> remedy) {
    static TierPosture perOsUser() {
        return new TierPosture(DeploymentTier.PER_OS_USER, Optional.empty(), Optional.empty());
    }

    static TierPosture shared(String reason, String remedy) {
        return new TierPosture(DeploymentTier.SHARED_OS_USER, Optional.of(reason), Optional.of(remedy));
    }
}
