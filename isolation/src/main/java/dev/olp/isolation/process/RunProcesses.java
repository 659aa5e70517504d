package dev.olp.isolation.process;

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
public final class RunProcesses {
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
        this(posix, leader, Optional.empty(), temp, home);
    }

    /** @param window opened before the leader was started */
    RunProcesses(Posix posix, Optional<ProcessIdentity> leader, Optional<PidWindow> window, String temp, String home) {
        this.posix = posix;
        this.leader = leader;
        this.window = window;
        this.markers = new Markers(temp, home);
    }

    /** Signals the child's group, if it still is the child's; in its first milliseconds it does not lead one yet. */
    public boolean signalGroup(Signal signal) {
        return leader.filter(ProcessIdentity::exists)
                .map(child -> posix.killGroup(child.pid(), signal) || posix.kill(child.pid(), signal))
                .orElse(false);
    }

    /** Kills all that is found now and returns what was found; empty means that nothing of the run is left. */
    public List<ProcessStat> killAll() {
        signalGroup(Signal.KILL);
        List<ProcessStat> found = remaining();
        for (ProcessStat process : found) {
            posix.kill(process.pid(), Signal.KILL);
        }
        return found;
    }

    /** What still runs of this run. */
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
