package dev.olp.confinement;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.home.ThrowAwaySandbox;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operator switched the outer sandbox off: throw-away homes only, among our own files and processes. */
public record NoSandbox(ThrowAwaySandbox homes) implements Walls {
    @Override
    public SandboxedRun open(String tenant, String runId, Path binary, WayOut wayOut) throws SandboxException {
        if (!wayOut.ports().isEmpty()) {
            throw new SandboxException(
                    binary.getFileName() + " needs the outer sandbox, which is switched off: the port"
                            + " that it reaches its provider through would be open to everybody on this machine"
                            + " (expected: isolation.sandbox \"required\", and OLP_SANDBOX_DISABLED unset)");
        }
        return homes.open(tenant, runId);
    }

    @Override
    public @Nullable String profile(Path binary) {
        return null;
    }

    @Override
    public Posture posture() {
        return new Posture(
                false,
                false,
                DeploymentTier.SHARED_OS_USER,
                Posture.Level.OFF,
                List.of("set isolation.sandbox to \"required\" and unset OLP_SANDBOX_DISABLED"));
    }
}
