package dev.olp.isolation.contract;

/** How far apart tenants are kept, weakest first. A request that needs more than the host can prove is refused. */
public enum DeploymentTier implements Declared {
    /** Every sandbox runs as the service's own user. */
    SHARED_OS_USER("shared-os-user"),
    /** The kernel's user id of a run differs by tenant. */
    PER_OS_USER("per-os-user"),
    /** A machine, real or virtual, for each trust domain. */
    SEPARATE_VM("separate-vm");

    private final String declared;

    DeploymentTier(String declared) {
        this.declared = declared;
    }

    @Override
    public String declared() {
        return declared;
    }

    /** As declared, which is how the configuration spells it too. */
    @Override
    public String toString() {
        return declared;
    }

    /** Whether this tier keeps tenants at least as far apart as the other. */
    public boolean holds(DeploymentTier needed) {
        return compareTo(needed) >= 0;
    }
}
