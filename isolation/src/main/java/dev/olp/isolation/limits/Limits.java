package dev.olp.isolation.limits;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.Tools;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What each run is held to, by the best means that this machine has; see {@link LimitsPosture}. */
public final class Limits {
    private static final Logger log = LoggerFactory.getLogger(Limits.class);

    private final LimitsPosture posture;
    private final Optional<CgroupTree> tree;
    private final List<String> wrapping;

    private Limits(LimitsPosture posture, Optional<CgroupTree> tree, List<String> wrapping) {
        this.posture = posture;
        this.tree = tree;
        this.wrapping = List.copyOf(wrapping);
    }

    /**
     * Looks the machine over. Where our cgroup is delegated to us, this moves the whole server into a leaf of it.
     *
     * @param wraps whether a sandbox can be made behind these words
     */
    public static Limits look(RunLimits limits, Tools tools, Posix posix, Predicate<List<String>> wraps) {
        long uid = posix.effectiveUserId();
        Limits found = look(
                Cgroups.look(CgroupMount.find(Path.of("/proc/self")), folder -> Delegation.covers(folder, uid)),
                limits,
                tools,
                posix,
                wraps);
        found.posture
                .reason()
                .ifPresent(reason -> log.atWarn()
                        .addKeyValue("limits", found.posture.level())
                        .addKeyValue("reason", reason)
                        .addKeyValue("remedy", found.posture.remedy().orElse(""))
                        .log("runs are held to fewer limits than OLP knows"));
        return found;
    }

    static Limits look(Cgroups cgroups, RunLimits limits, Tools tools, Posix posix, Predicate<List<String>> wraps) {
        return switch (cgroups) {
            case Cgroups.Usable(var root, var controllers, var lack) -> {
                boolean processor = controllers.contains(CgroupTree.PROCESSOR);
                CgroupTree tree = new CgroupTree(root, controllers, limits, posix, ProcessIdentity.self());
                yield new Limits(
                        lack.map(memory -> LimitsPosture.withoutMemory(processor, memory))
                                .orElseGet(() -> LimitsPosture.full(processor)),
                        Optional.of(tree),
                        List.of());
            }
            case Cgroups.Unusable(var why) -> {
                List<String> words = ProcessCap.words(tools, limits.processes());
                boolean capped = ProcessCap.counts(System.getProperty("os.version")) && wraps.test(words);
                yield new Limits(
                        LimitsPosture.withoutCgroups(capped, why), Optional.empty(), capped ? words : List.of());
            }
        };
    }

    public LimitsPosture posture() {
        return posture;
    }

    /**
     * Makes the cgroup of a run; empty where there are none.
     *
     * @param run unique, and a file's name
     * @throws SandboxException when the kernel refuses one; the run must not start then
     */
    public Optional<RunCgroup> open(String run) throws SandboxException {
        return tree.isPresent() ? Optional.of(tree.get().open(run)) : Optional.empty();
    }

    /**
     * What goes before a sandbox's own words; empty where its cgroup does all.
     *
     * @param namespaced whether the run has a user namespace of its own there already
     */
    public List<String> wrapping(boolean namespaced) {
        return namespaced && !wrapping.isEmpty() ? ProcessCap.withinNamespace(wrapping) : wrapping;
    }

    /** Ends what dead servers, and ended runs of this one, left in cgroups. */
    public void sweep() {
        int removed = tree.map(CgroupTree::sweep).orElse(0);
        if (removed > 0) {
            log.atInfo().addKeyValue("cgroups", removed).log("cleared away what runs left");
        }
    }
}
