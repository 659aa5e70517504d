package dev.olp.isolation.process;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.posix.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every process that belongs to one run: the child's group and session, all their descendants, and whatever carries the
 * run's TMPDIR or HOME in its environment. The last finds a grandchild that called setsid and was adopted by init; one
 * that also wiped its environment gets away (only a pid namespace closes that).
 */
public final class RunProcesses implements Containment {
    /** The JDK reports a child ended by signal n as 128 + n; so does a shell, or a CLI, that calls exit(128 + n). */
    private static final int SIGNAL_BASE = 128;

    private static final int LAST_SIGNAL = 64;

    private final Posix posix;
    private final Optional<ProcessIdentity> leader;
    private final Optional<PidWindow> window;
    private final Markers markers;

    /**
     * Of a run of an earlier server.
     *
     * @param leader the child, leader of its group and session; empty when only the markers are known
     * @param temp the run's TMPDIR: its path is unique to the run
     * @param home the run's HOME, likewise
     */
    public RunProcesses(Posix posix, Optional<ProcessIdentity> leader, String temp, String home) {
        this(posix, leader, Optional.empty(), new Markers(temp, home));
    }

    private RunProcesses(Posix posix, Optional<ProcessIdentity> leader, Optional<PidWindow> window, Markers markers) {
        this.posix = posix;
        this.leader = leader;
        this.window = window;
        this.markers = markers;
    }

    /**
     * Of a run whose processes carry no marker: its group and session, and all their descendants.
     *
     * @param window opened before the leader was started
     */
    static RunProcesses unmarked(Posix posix, Optional<ProcessIdentity> leader, PidWindow window) {
        return new RunProcesses(posix, leader, Optional.of(window), Markers.none());
    }

    /** The same, and what carries the run's own folders in its environment. */
    RunProcesses marked(String temp, String home) {
        return new RunProcesses(posix, leader, window, new Markers(temp, home));
    }

    /** The process that was started, if anybody saw it alive. */
    public Optional<ProcessIdentity> leader() {
        return leader;
    }

    /** Signals the child's group, if it still is the child's; in its first milliseconds it does not lead one yet. */
    @Override
    public boolean signalGroup(Signal signal) {
        return leader.filter(ProcessIdentity::exists)
                .map(child -> posix.killGroup(child.pid(), signal) || posix.kill(child.pid(), signal))
                .orElse(false);
    }

    @Override
    public List<ProcessStat> killAll() {
        signalGroup(Signal.KILL);
        List<ProcessStat> found = remaining();
        for (ProcessStat process : found) {
            posix.kill(process.pid(), Signal.KILL);
        }
        return found;
    }

    @Override
    public List<ProcessStat> remaining() {
        Map<Long, ProcessStat> table = ProcessTable.read(() -> window.isPresent() && leader.isPresent()
                ? window.get().from(leader.get().pid())
                : pid -> true);
        // a pid that was given to another process since is no longer our group's
        Optional<ProcessIdentity> group = leader.filter(child -> {
            ProcessStat now = table.get(child.pid());
            return now == null || now.startTicks() == child.startTicks();
        });
        long since = leader.map(ProcessIdentity::startTicks).orElse(0L);
        Set<Long> ours = new HashSet<>();
        List<ProcessStat> found = new ArrayList<>();
        for (ProcessStat process : table.values()) {
            if (process.startTicks() >= since && (inGroup(process, group) || markers.on(process))) {
                ours.add(process.pid());
            }
        }
        for (ProcessStat process : table.values()) {
            if (process.runs() && process.startTicks() >= since && descends(process, ours, table)) {
                found.add(process);
            }
        }
        return found;
    }

    @Override
    public ExitStatus verdict(int status) {
        return verdictOf(status);
    }

    /** What a status as of a shell says. */
    public static ExitStatus verdictOf(int status) {
        return status > SIGNAL_BASE && status <= SIGNAL_BASE + LAST_SIGNAL
                ? new ExitStatus.Signalled(status - SIGNAL_BASE)
                : new ExitStatus.Exited(status);
    }

    private static boolean inGroup(ProcessStat process, Optional<ProcessIdentity> leader) {
        return leader.isPresent()
                && (process.group() == leader.get().pid()
                        || process.session() == leader.get().pid());
    }

    private static boolean descends(ProcessStat process, Set<Long> ours, Map<Long, ProcessStat> table) {
        int steps = 0;
        for (ProcessStat at = process; at != null && steps <= table.size(); at = table.get(at.parent()), steps++) {
            if (ours.contains(at.pid())) {
                return true;
            }
        }
        return false;
    }
}
