package dev.olp.app;

import dev.olp.config.Home;
import dev.olp.config.IsolationSettings;
import dev.olp.config.IsolationSettings.SandboxMode;
import dev.olp.config.LoadedConfig;
import dev.olp.confinement.MissingSandbox;
import dev.olp.confinement.NoSandbox;
import dev.olp.confinement.OuterSandbox;
import dev.olp.confinement.Walls;
import dev.olp.gateway.Resolver;
import dev.olp.gateway.egress.EgressGate;
import dev.olp.gateway.egress.PublicAddresses;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.NativeTools;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.ServiceUser;
import dev.olp.isolation.bubblewrap.TierPosture;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.home.SpawnRoot;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.Posix;
import dev.olp.provider.builtin.Providers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the walls that the configuration asks for and this host can make. */
final class SandboxSetup {
    private static final Logger log = LoggerFactory.getLogger(SandboxSetup.class);

    private SandboxSetup() {}

    /**
     * Chooses.
     *
     * @param forPrograms folders for what is run inside sandboxes, the better first
     * @throws StartException when what is asked for must not be: no sandbox, as root
     */
    static Walls choose(LoadedConfig loaded, ThrowAwaySandbox homes, Posix posix, List<Path> forPrograms)
            throws StartException {
        boolean root = posix.effectiveUserId() == 0;
        if (loaded.sandboxDisabled() || loaded.config().isolation().sandbox() == SandboxMode.OFF) {
            if (root) {
                throw new StartException("the outer sandbox is switched off, and this server is root, so its children"
                        + " would be root: start it as an ordinary user, or leave isolation.sandbox at \"required\" and"
                        + " OLP_SANDBOX_DISABLED unset");
            }
            log.atWarn()
                    .log("children run WITHOUT the outer sandbox, as the configuration or OLP_SANDBOX_DISABLED says:"
                            + " whoever holds a key can do what this server's user can");
            return new NoSandbox(homes);
        }
        try {
            BubblewrapSandbox sandbox = new BubblewrapSandbox(
                    homes, SandboxSpec.of(Profile.BARE), root ? Optional.of(serviceUser()) : Optional.empty(), posix);
            DeploymentTier tier = tier(loaded.config().isolation(), sandbox.tiers());
            boolean others = root || tier != DeploymentTier.SHARED_OS_USER;
            NativeTools programs = programs(forPrograms, posix.effectiveUserId(), others);
            return new OuterSandbox(sandbox, TmpfsSizes.ofThisMachine(), programs, tier);
        } catch (SandboxException e) {
            String reason = "this machine cannot make the sandbox that children must have: " + e.getMessage();
            log.atError().log(reason + "; no CLI will be run");
            return new MissingSandbox(reason);
        }
    }

    /**
     * The tier that runs get.
     *
     * @throws SandboxException when this host cannot keep tenants as far apart as it must
     */
    private static DeploymentTier tier(IsolationSettings asked, TierPosture host) throws SandboxException {
        DeploymentTier tier = asked.tier();
        if (host.best().holds(tier)) {
            return tier;
        }
        String why = "isolation.tier: " + tier.declared() + " is more than it can do: "
                + host.reason().orElse("no server can tell that it is alone on its machine")
                + host.remedy().map(remedy -> " (to do: " + remedy + ")").orElse("");
        if (asked.sandbox() == SandboxMode.PREFERRED && tier == DeploymentTier.PER_OS_USER) {
            log.atWarn().log(why + "; runs share this server's user, since isolation.sandbox is \"preferred\"");
            return DeploymentTier.SHARED_OS_USER;
        }
        throw new SandboxException(why);
    }

    /** Where homes are made; where children are other users they must be able to pass. */
    static Path spawnRoot(Map<String, String> environment, LoadedConfig loaded, Home home, Posix posix)
            throws SandboxException {
        return SpawnRoot.choose(environment, posix.effectiveUserId(), home.root(), hasOtherUsers(loaded, posix));
    }

    /** Whether children may be other users than this server's. */
    static boolean hasOtherUsers(LoadedConfig loaded, Posix posix) {
        return posix.effectiveUserId() == 0 || loaded.config().isolation().tier() != DeploymentTier.SHARED_OS_USER;
    }

    /** Where programs that run inside sandboxes may be put, the better first. */
    static List<Path> programFolders(Home home, Path spawnRoot) {
        return List.of(home.root().resolve("bin"), spawnRoot.resolve("bin"));
    }

    /** In the first folder that will do; what is wrong with the others is told only where none does. */
    private static NativeTools programs(List<Path> folders, long uid, boolean others) throws SandboxException {
        List<String> refusals = new ArrayList<>();
        for (Path folder : folders) {
            try {
                return NativeTools.unpack(folder, uid, others);
            } catch (SandboxException e) {
                refusals.add(String.valueOf(e.getMessage()));
            }
        }
        throw new SandboxException(String.join("; ", refusals));
    }

    /** The gate to the hosts that contracts list, where one does. */
    static Optional<EgressGate> egress() {
        return Providers.builtIn().stream()
                        .allMatch(provider -> provider.isolation().egressHosts().isEmpty())
                ? Optional.empty()
                : Optional.of(EgressGate.start(Resolver.SYSTEM, new PublicAddresses(PublicAddresses::ofInterfaces)));
    }

    /** OLP's own user where there is one, else the one that owns nothing. */
    private static ServiceUser serviceUser() throws SandboxException {
        try {
            return ServiceUser.find("olp");
        } catch (SandboxException none) {
            return ServiceUser.find("nobody");
        }
    }
}
