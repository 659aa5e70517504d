package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.contract.DeploymentTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one sandbox holds besides its child's own home.
 *
 * @param profile what of the host's programs
 * @param network what it can reach
 * @param readOnly further files and folders of the host, absolute, at the same path inside
 * @param sockets whether the run's sockets appear, not to be written, as {@link #SOCKETS}: they lead out
 * @param bridge ports of its loopback that lead to those sockets; it needs a network of its own for them
 * @param sizes most that the child can write
 * @param tier how far apart from other tenants' it is
 */
public record SandboxSpec(
        Profile profile,
        NetworkPolicy network,
        List<Path> readOnly,
        boolean sockets,
        Optional<Bridge> bridge,
        TmpfsSizes sizes,
        DeploymentTier tier) {
    /** Where the run's sockets are, inside. */
    public static final String SOCKETS = "/run/olp";

    /**
     * @throws IllegalArgumentException for a path that is not absolute and normalised, or is all of the host; or a bridge
     *     without sockets, or on the host's loopback
     */
    public SandboxSpec {
        readOnly = List.copyOf(readOnly);
        readOnly.forEach(SandboxSpec::check);
        if (bridge.isPresent() && (!sockets || network != NetworkPolicy.NONE)) {
            throw new IllegalArgumentException("a bridge needs sockets to lead to, and a network of its own");
        }
    }

    /** Without a bridge. */
    public SandboxSpec(Profile profile, NetworkPolicy network, List<Path> readOnly, boolean sockets, TmpfsSizes sizes) {
        this(profile, network, readOnly, sockets, Optional.empty(), sizes, DeploymentTier.SHARED_OS_USER);
    }

    /** The same in another tier. */
    public SandboxSpec in(DeploymentTier other) {
        return new SandboxSpec(profile, network, readOnly, sockets, bridge, sizes, other);
    }

    /** The same with a bridge to its sockets. */
    public SandboxSpec with(Bridge added) {
        return new SandboxSpec(profile, network, readOnly, sockets, Optional.of(added), sizes, tier);
    }

    /** No network, nothing but the profile's programs. */
    public static SandboxSpec of(Profile profile) {
        return new SandboxSpec(profile, NetworkPolicy.NONE, List.of(), false, TmpfsSizes.DEFAULT);
    }

    /** The same, but with at most these sizes. */
    SandboxSpec atMost(TmpfsSizes most) {
        return new SandboxSpec(profile, network, readOnly, sockets, bridge, sizes.atMost(most), tier);
    }

    private static void check(Path path) {
        if (!path.isAbsolute() || !path.normalize().equals(path) || path.getNameCount() == 0) {
            throw new IllegalArgumentException(
                    "path in the sandbox: " + path + " (expected: absolute, normalised, not /)");
        }
    }
}
