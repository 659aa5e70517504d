package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.tenants.TenantUser;
import dev.olp.isolation.tenants.TenantUsers;
import java.util.Optional;

/** Gives a run the user that its tier asks for, as far as this machine can. */
final class Tiers {
    private final TierPosture posture;
    private final Optional<TenantUsers> users;

    private Tiers(TierPosture posture, Optional<TenantUsers> users) {
        this.posture = posture;
        this.users = users;
    }

    static Tiers perOsUser(TenantUsers users) {
        return new Tiers(TierPosture.perOsUser(), Optional.of(users));
    }

    static Tiers shared(String reason, String remedy) {
        return new Tiers(TierPosture.shared(reason, remedy), Optional.empty());
    }

    TierPosture posture() {
        return posture;
    }

    /**
     * The tenant's own user, where the tier asks for one; to be closed when nothing of the run is left.
     *
     * @throws SandboxException when this machine cannot keep tenants that far apart; nothing less is given
     */
    Optional<TenantUser> take(DeploymentTier tier, String tenant) throws SandboxException {
        return switch (tier) {
            case SHARED_OS_USER -> Optional.empty();
            case PER_OS_USER ->
                Optional.of(users.orElseThrow(() -> new SandboxException("no user for each tenant: "
                                + posture.reason().orElse("") + " (expected: "
                                + posture.remedy().orElse("") + ")"))
                        .take(tenant));
            case SEPARATE_VM ->
                throw new SandboxException("no server can tell that it is alone on its machine"
                        + " (expected: a tier of at most per-os-user)");
        };
    }
}
