package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.limits.RunCgroup;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.posix.Signal;
import dev.olp.isolation.process.Containment;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.ProcessStat;
import dev.olp.isolation.process.RunProcesses;
import dev.olp.isolation.process.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a sandbox: the outer bubblewrap, which is our child, and the first process inside, with whose end the
 * kernel ends all others there. The inner one is killed first: killed early, the outer one leaves orphans behind.
 */
final class SandboxProcesses implements Containment {
    /** How long an outer process may take to tell of its inner one before it is killed all the same. */
    private static final Duration TOLD = Duration.ofSeconds(1);

    private final Posix posix;
    private final RunProcesses family;
    private final Path statusFile;
    private final boolean ownSession;
    private final Optional<RunCgroup> cgroup;
    private volatile @Nullable ProcessIdentity init;

    /**
     * Of one run.
     *
     * @param ownSession whether the child leads a session apart from the outer process's
     * @param cgroup that holds them all, where there is one
     */
    SandboxProcesses(
            Posix posix, RunProcesses family, Path statusFile, boolean ownSession, Optional<RunCgroup> cgroup) {
        this.posix = posix;
        this.family = family;
        this.statusFile = statusFile;
        this.ownSession = ownSession;
        this.cgroup = cgroup;
    }

    /** The first process inside, once it was told and seen; a pid alone may be another's by now. */
    private Optional<ProcessIdentity> init() {
        ProcessIdentity known = init;
        if (known != null) {
            return Optional.of(known);
        }
        var told = SandboxStatus.read(statusFile).initPid();
        if (told.isEmpty() || family.leader().isEmpty()) {
            return Optional.empty();
        }
        ProcessIdentity outer = family.leader().get();
        Optional<ProcessIdentity> seen = ProcessStat.of(told.getAsInt())
                .filter(process -> process.parent() == outer.pid() && outer.exists())
                .map(ProcessStat::identity);
        seen.ifPresent(found -> init = found);
        return seen;
    }

    private Optional<ProcessIdentity> awaitInit() {
        Waiting.until(TOLD, () -> init().isPresent() || !outerRuns());
        return init();
    }

    private boolean outerRuns() {
        return family.leader()
                .flatMap(outer ->
                        ProcessStat.of(outer.pid()).filter(now -> now.identity().equals(outer)))
                .filter(ProcessStat::runs)
                .isPresent();
    }

    @Override
    public boolean signalGroup(Signal signal) {
        Optional<ProcessIdentity> inner = awaitInit().filter(ProcessIdentity::exists);
        if (inner.isEmpty()) {
            return family.signalGroup(signal);
        }
        if (signal == Signal.KILL) {
            return !killAll().isEmpty();
        }
        // the first process inside ignores all that it did not ask for, so only the child and its like are reached
        if (ownSession) {
            return posix.killGroup(inner.get().pid(), signal);
        }
        boolean reached = false;
        for (ProcessStat process : family.remaining()) {
            if (process.pid() != inner.get().pid() && !isOuter(process)) {
                reached |= posix.kill(process.pid(), signal);
            }
        }
        return reached;
    }

    private boolean isOuter(ProcessStat process) {
        return family.leader().map(process.identity()::equals).orElse(false);
    }

    @Override
    public List<ProcessStat> killAll() {
        awaitInit().filter(ProcessIdentity::exists).ifPresent(inner -> posix.kill(inner.pid(), Signal.KILL));
        List<ProcessStat> found = new ArrayList<>(family.killAll());
        innerIfRuns().ifPresent(found::add);
        cgroup.ifPresent(own -> {
            own.kill();
            found.addAll(own.processes());
            if (found.isEmpty()) {
                own.remove();
            }
        });
        return found;
    }

    @Override
    public List<ProcessStat> remaining() {
        List<ProcessStat> found = new ArrayList<>(family.remaining());
        innerIfRuns().ifPresent(found::add);
        cgroup.ifPresent(own -> found.addAll(own.processes()));
        return found;
    }

    private Optional<ProcessStat> innerIfRuns() {
        ProcessIdentity known = init;
        return known == null
                ? Optional.empty()
                : ProcessStat.of(known.pid()).filter(now -> now.identity().equals(known) && now.runs());
    }

    @Override
    public ExitStatus verdict(int status) {
        return SandboxStatus.read(statusFile).verdict(status);
    }
}
