package dev.olp.confinement;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import java.nio.file.Path;

/** The sandbox that children of this server live in. */
public sealed interface Walls permits OuterSandbox, NoSandbox, MissingSandbox {
    /**
     * Opens a run.
     *
     * @param binary what will be started in it
     * @param wayOut what of the run's sockets the child needs
     * @throws SandboxException when no run can be opened; the message says why and what to do
     */
    SandboxedRun open(String tenant, String runId, Path binary, WayOut wayOut) throws SandboxException;

    /** What these walls are worth. */
    Posture posture();

    /** How a child gets out of its run. */
    enum WayOut {
        /** Not at all. */
        NONE,
        /** Through the gateway's Unix socket. */
        SOCKET,
        /** Through a port on its own loopback that leads to that socket. */
        PORT
    }
}
