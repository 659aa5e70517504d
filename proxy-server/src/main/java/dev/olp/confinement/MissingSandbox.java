package dev.olp.confinement;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.DeploymentTier;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This host cannot give the sandbox that it must: nothing is run.
 *
 * @param reason what is missing and what to do
 */
public record MissingSandbox(String reason) implements Walls {
    @Override
    public SandboxedRun open(String tenant, String runId, Path binary, WayOut wayOut) throws SandboxException {
        throw new SandboxException(reason);
    }

    @Override
    public @Nullable String profile(Path binary) {
        return null;
    }

    @Override
    public Posture posture() {
        return new Posture(false, false, DeploymentTier.SHARED_OS_USER, Posture.Level.OFF, List.of(reason));
    }
}
