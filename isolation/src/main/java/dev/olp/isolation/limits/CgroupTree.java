package dev.olp.isolation.limits;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs' cgroups in a cgroup of ours. Each is named after the server that made it ({@code run-PID-START-NAME}), so that
 * a later one can tell what a dead server left from what a living one uses.
 */
final class CgroupTree {
    static final String MEMORY = "memory";
    static final String PROCESSES = "pids";
    static final String PROCESSOR = "cpu";

    /** Those that we use where they are. */
    static final List<String> CONTROLLERS = List.of(MEMORY, PROCESSES, PROCESSOR);

    private static final Logger log = LoggerFactory.getLogger(CgroupTree.class);
    private static final Pattern RUN = Pattern.compile("run-(\\d{1,10})-(\\d{1,18})-.+");
    private static final int PERIOD_MICROSECONDS = 100_000;

    private final Path root;
    private final Set<String> controllers;
    private final RunLimits limits;
    private final Posix posix;
    private final ProcessIdentity self;
    private final Set<Path> live = ConcurrentHashMap.newKeySet();

    /**
     * A divided one.
     *
     * @param controllers those that it hands down
     * @param self the server that makes the runs
     */
    CgroupTree(Path root, Set<String> controllers, RunLimits limits, Posix posix, ProcessIdentity self) {
        this.root = root;
        this.controllers = Set.copyOf(controllers);
        this.limits = limits;
        this.posix = posix;
        this.self = self;
    }

    /** Makes a run's, with its limits. */
    RunCgroup open(String run) throws SandboxException {
        Path path = root.resolve("run-" + self.pid() + "-" + self.startTicks() + "-" + run);
        live.add(path);
        RunCgroup made = new RunCgroup(path, posix, live::remove);
        try {
            Files.createDirectory(path);
            write(path);
            return made;
        } catch (IOException e) {
            made.remove();
            throw new SandboxException("cannot limit a run by a cgroup", e);
        }
    }

    private void write(Path path) throws IOException {
        if (controllers.contains(MEMORY)) {
            CgroupFile.write(path.resolve("memory.max"), Long.toString(limits.memoryBytes()));
            CgroupFile.write(path.resolve("memory.oom.group"), "1");
            if (Files.exists(
                    root.resolve(CgroupDivision.SERVER).resolve("memory.swap.max"))) { // else none is accounted
                CgroupFile.write(path.resolve("memory.swap.max"), "0");
            }
        }
        if (controllers.contains(PROCESSES)) {
            CgroupFile.write(path.resolve("pids.max"), Integer.toString(limits.processes()));
        }
        if (controllers.contains(PROCESSOR)) {
            CgroupFile.write(path.resolve("cpu.max"), limits.cores() * PERIOD_MICROSECONDS + " " + PERIOD_MICROSECONDS);
        }
    }

    /**
     * Ends what is in a run's cgroup whose server is dead, or whose run has ended here, and removes it.
     *
     * @return how many were removed
     */
    int sweep() {
        int removed = 0;
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(root, "run-*")) {
            for (Path path : runs) {
                Matcher name = RUN.matcher(path.getFileName().toString());
                if (name.matches() && isLeft(path, name)) {
                    RunCgroup left = new RunCgroup(path, posix, gone -> {});
                    left.kill();
                    removed += left.remove() ? 1 : 0;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.atWarn().setCause(e).log("the runs' cgroups could not be swept");
        }
        return removed;
    }

    private boolean isLeft(Path path, Matcher name) {
        ProcessIdentity server = new ProcessIdentity(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)));
        return server.equals(self) ? !live.contains(path) : !server.exists();
    }
}
