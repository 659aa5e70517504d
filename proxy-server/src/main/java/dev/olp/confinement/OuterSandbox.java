package dev.olp.confinement;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.CliLayout;
import dev.olp.isolation.bubblewrap.NativeTools;
import dev.olp.isolation.bubblewrap.NetworkPolicy;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.limits.LimitsPosture;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Every child in a bubblewrap sandbox without a network.
 *
 * @param tier how far apart tenants are kept; this host can do that
 * @param programs what is run inside beside the CLI
 */
public record OuterSandbox(BubblewrapSandbox sandbox, TmpfsSizes sizes, NativeTools programs, DeploymentTier tier)
        implements Walls {
    @Override
    public SandboxedRun open(String tenant, String runId, Path binary, WayOut wayOut) throws SandboxException {
        CliLayout layout = CliLayout.of(binary);
        SandboxSpec spec = new SandboxSpec(
                        layout.profile(), NetworkPolicy.NONE, layout.readOnly(), wayOut.sockets(), sizes)
                .in(tier);
        return sandbox.open(
                tenant, runId, wayOut.ports().isEmpty() ? spec : spec.with(programs.bridge(wayOut.ports())));
    }

    @Override
    public String profile(Path binary) throws SandboxException {
        return CliLayout.of(binary).profile().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Posture posture() {
        return new Posture(
                true,
                true,
                tier,
                sandbox.limits().level() == LimitsPosture.Level.FULL ? Posture.Level.FULL : Posture.Level.REDUCED,
                sandbox.limits().remedy().stream().toList());
    }
}
