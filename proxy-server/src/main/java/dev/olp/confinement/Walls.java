package dev.olp.confinement;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /**
     * What of the host's programs the binary's run is shown, in one word; null where nothing is hidden.
     *
     * @throws SandboxException when the file cannot be read
     */
    @Nullable
    String profile(Path binary) throws SandboxException;

    /** What these walls are worth. */
    Posture posture();

    /**
     * How a child gets out of its run.
     *
     * @param sockets whether it needs the run's sockets
     * @param ports ports of its own loopback, and which of those sockets each leads to
     */
    record WayOut(boolean sockets, Map<Integer, String> ports) {
        /** Not at all. */
        static final WayOut NONE = new WayOut(false, Map.of());

        /** By its sockets alone. */
        static final WayOut SOCKETS = new WayOut(true, Map.of());

        public WayOut {
            ports = Map.copyOf(ports);
        }

        /** The same with one more port. */
        WayOut with(int port, String socket) {
            Map<Integer, String> all = new HashMap<>(ports);
            all.put(port, socket);
            return new WayOut(true, all);
        }
    }
}
