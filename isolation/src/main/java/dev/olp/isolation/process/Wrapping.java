package dev.olp.isolation.process;

import dev.olp.isolation.SandboxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one child is wrapped: what is executed for it, and what then holds its processes. */
public interface Wrapping {
    /**
     * The whole argument list.
     *
     * @param terminal device of the terminal that becomes the session's own, so that /dev/tty can be opened
     */
    List<String> line(Optional<String> terminal) throws SandboxException;

    /** The whole environment of what is executed first. */
    Map<String, String> environment();

    /** Where it is executed. */
    Path folder();

    /** @param family what was started, its group and session, and their descendants */
    Containment containment(RunProcesses family);
}
