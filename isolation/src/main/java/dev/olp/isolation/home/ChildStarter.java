package dev.olp.isolation.home;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SocketFolder;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.process.Child;
import dev.olp.isolation.process.LineQueue;
import java.nio.file.Path;

/** How the child of a run is started, and where its home is to it. */
public interface ChildStarter {
    /** Makes what the run's new and empty folder must hold before anybody is told its paths. */
    void prepare(Path folder) throws SandboxException;

    /** @param folder the run's own */
    HomePaths paths(Path folder);

    /** @param folder the run's own */
    SocketFolder sockets(Path folder);

    /**
     * Puts in place what the spec names and starts the child.
     *
     * @param folder the run's own; it is removed at the run's end
     * @param queue gets its stdout
     */
    Child start(ChildSpec spec, Path folder, LineQueue queue) throws SandboxException;

    /** Nothing of the run is left. May come again. */
    void ended();
}
