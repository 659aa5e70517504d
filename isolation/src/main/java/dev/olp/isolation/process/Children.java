package dev.olp.isolation.process;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.posix.Posix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Pattern;

/** Starts children: checks what is asked, composes environment and launch line, and hangs a {@link Child} on the pipes. */
public final class Children {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    private final Posix posix;
    private final LaunchLine launchLine;
    private final Spawner spawner;
    private final ScheduledExecutorService timer;

    /** @param timer runs the SIGKILL after the grace of a SIGTERM; its tasks take milliseconds */
    public Children(Posix posix, LaunchLine launchLine, Spawner spawner, ScheduledExecutorService timer) {
        this.posix = posix;
        this.launchLine = launchLine;
        this.spawner = spawner;
        this.timer = timer;
    }

    /**
     * Starts the child in its work folder, among our own processes and files.
     *
     * @param queue gets its stdout
     */
    public Child start(ChildSpec spec, HomePaths paths, LineQueue queue) throws SandboxException {
        Map<String, String> environment = environment(spec.env(), paths);
        return start(spec, queue, new Wrapping() {
            @Override
            public List<String> line(Optional<String> terminal) {
                return launchLine.of(spec.binary(), spec.args(), terminal);
            }

            @Override
            public Map<String, String> environment() {
                return environment;
            }

            @Override
            public Path folder() {
                return Path.of(paths.work());
            }

            @Override
            public Containment containment(RunProcesses family) {
                return family.marked(paths.temp(), paths.home());
            }
        });
    }

    /**
     * Starts the child as wrapped.
     *
     * @param queue gets its stdout
     */
    public Child start(ChildSpec spec, LineQueue queue, Wrapping wrapping) throws SandboxException {
        Executable.check(spec.binary());
        if (spec.args().stream().anyMatch(arg -> arg.indexOf('\0') >= 0)) {
            throw new SandboxException("an argument holds a NUL");
        }
        Optional<Posix.PseudoTerminal> terminal = terminal(spec);
        PidWindow window = PidWindow.open();
        try {
            Process process = spawner.spawn(
                    wrapping.line(terminal.map(Posix.PseudoTerminal::device)),
                    wrapping.environment(),
                    wrapping.folder());
            // its own parent, we have not reaped it unless it ended already: then there is no leader to signal
            Optional<ProcessIdentity> identity = ProcessStat.of(process.pid()).map(ProcessStat::identity);
            Containment processes = wrapping.containment(RunProcesses.unmarked(posix, identity, window));
            Child child = new Child(process, identity, processes, spec.limits(), queue, terminal, timer);
            child.pump();
            return child;
        } catch (SandboxException e) {
            terminal.ifPresent(Posix.PseudoTerminal::close);
            throw e;
        }
    }

    private Optional<Posix.PseudoTerminal> terminal(ChildSpec spec) throws SandboxException {
        if (!spec.controllingTerminal()) {
            return Optional.empty();
        }
        try {
            return Optional.of(posix.openTerminal());
        } catch (IOException e) {
            throw new SandboxException("no controlling terminal for the child", e);
        }
    }

    /**
     * A child's whole environment: nothing of the server's own is passed on, and what the plan names wins.
     *
     * @throws SandboxException for a name or value that no environment can hold
     */
    public static Map<String, String> environment(Map<String, String> planned, HomePaths paths)
            throws SandboxException {
        for (Map.Entry<String, String> entry : planned.entrySet()) {
            if (!NAME.matcher(entry.getKey()).matches() || entry.getValue().indexOf('\0') >= 0) {
                throw new SandboxException("environment name: " + entry.getKey().replace('\0', '?') + " (expected: "
                        + NAME + ", and a value without NUL)");
            }
        }
        Map<String, String> environment =
                new HashMap<>(Map.of("PATH", PATH, "LANG", "C.UTF-8", "HOME", paths.home(), "TMPDIR", paths.temp()));
        environment.putAll(planned);
        return environment;
    }
}
