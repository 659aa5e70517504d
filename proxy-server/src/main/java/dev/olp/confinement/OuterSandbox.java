package dev.olp.confinement;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.bubblewrap.Bridge;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.CliLayout;
import dev.olp.isolation.bubblewrap.NetworkPolicy;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Every child in a bubblewrap sandbox without a network.
 *
 * @param bridge from {@link Confinement#PORT} to the gateway's socket; empty where this build or host has none
 */
public record OuterSandbox(BubblewrapSandbox sandbox, TmpfsSizes sizes, Optional<Bridge> bridge) implements Walls {
    @Override
    public SandboxedRun open(String tenant, String runId, Path binary, WayOut wayOut) throws SandboxException {
        CliLayout layout = CliLayout.of(binary);
        SandboxSpec spec =
                new SandboxSpec(layout.profile(), NetworkPolicy.NONE, layout.readOnly(), wayOut != WayOut.NONE, sizes);
        if (wayOut != WayOut.PORT) {
            return sandbox.open(tenant, runId, spec);
        }
        return sandbox.open(
                tenant,
                runId,
                spec.with(bridge.orElseThrow(() -> new SandboxException(
                        "no bridge for " + binary.getFileName() + ", which needs one: the log's start says why"))));
    }

    @Override
    public Posture posture() {
        return new Posture(
                true,
                true,
                Posture.Level.REDUCED,
                List.of("memory, processor and number of processes of a run are not limited by the kernel yet"));
    }
}
