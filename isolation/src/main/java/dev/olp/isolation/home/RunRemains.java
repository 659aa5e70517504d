package dev.olp.isolation.home;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.posix.Signal;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.ProcessStat;
import dev.olp.isolation.process.RunProcesses;
import dev.olp.isolation.process.SandboxRemains;
import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The processes that a dead server's run left: its recorded child's group and session, if pid and start time both match;
 * what carries the run's own TMPDIR or HOME; the sandbox's first process as bubblewrap told of it; and any bubblewrap that
 * holds a file of the run's folder open, or is left in that child's group when the child is gone.
 */
final class RunRemains {
    private static final Duration KILL_CAP = Duration.ofSeconds(5);

    private final Posix posix;
    private final Path folder;
    private final RunProcesses family;
    private final Optional<ProcessIdentity> child;
    private final String status;

    private RunRemains(Posix posix, Path folder, RunProcesses family, Optional<ProcessIdentity> child, String status) {
        this.posix = posix;
        this.folder = folder;
        this.family = family;
        this.child = child;
        this.status = status;
    }

    /**
     * Of one run.
     *
     * @param folder the run's, absolute
     * @param work the folder that all runs work in
     * @param child as recorded
     * @param status what bubblewrap told, if anything
     */
    static RunRemains of(Posix posix, Path folder, Path work, Optional<ProcessIdentity> child, String status) {
        HomePaths paths = RunFolder.paths(folder, work);
        return new RunRemains(
                posix,
                folder,
                new RunProcesses(posix, child.filter(ProcessIdentity::exists), paths.temp(), paths.home()),
                child,
                status);
    }

    /**
     * Kills them all.
     *
     * @return how many there were
     * @throws IOException when some survive SIGKILL
     */
    int kill() throws IOException {
        int found = remaining().size();
        if (!Waiting.until(KILL_CAP, () -> killAll().isEmpty())) {
            throw new IOException("processes of " + folder.getFileName() + " survive SIGKILL: " + remaining());
        }
        return found;
    }

    private Set<ProcessStat> killAll() {
        SandboxRemains.told(status).ifPresent(inner -> posix.kill(inner.pid(), Signal.KILL)); // takes all inside along
        Set<ProcessStat> found = new LinkedHashSet<>(family.killAll());
        found.addAll(wrapped());
        found.forEach(process -> posix.kill(process.pid(), Signal.KILL));
        return found;
    }

    private Set<ProcessStat> remaining() {
        Set<ProcessStat> found = new LinkedHashSet<>(family.remaining());
        found.addAll(wrapped());
        return found;
    }

    private Set<ProcessStat> wrapped() {
        Set<ProcessStat> found =
                new LinkedHashSet<>(SandboxRemains.holders(folder).keySet());
        child.map(SandboxRemains::leftBy).ifPresent(found::addAll);
        SandboxRemains.told(status).ifPresent(found::add);
        return found;
    }
}
