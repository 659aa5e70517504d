package dev.olp.isolation.limits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** Whether this server has cgroups to give to its runs. */
sealed interface Cgroups {
    /**
     * It has, and its own is divided.
     *
     * @param controllers that it hands down, {@code pids} among them
     * @param lack of the memory controller
     */
    record Usable(Path root, Set<String> controllers, Optional<Shortfall> lack) implements Cgroups {}

    /** It has none. */
    record Unusable(Shortfall why) implements Cgroups {}

    /**
     * Looks, and divides what is ours.
     *
     * @param ours whether a cgroup is delegated to us
     */
    static Cgroups look(Optional<CgroupMount> mount, Predicate<Path> ours) {
        if (mount.isEmpty()) {
            return new Unusable(Shortfall.noTree());
        }
        Path top = mount.get().top();
        Path own = mount.get().own();
        try {
            Set<String> machine = CgroupFile.words(top.resolve(CgroupFile.CONTROLLERS));
            if (!machine.contains(CgroupTree.PROCESSES)) {
                return new Unusable(Shortfall.controllersElsewhere());
            }
            Optional<Path> root = root(top, own, ours);
            if (root.isEmpty()) {
                return new Unusable(Shortfall.notOurs());
            }
            return divide(root.get(), machine);
        } catch (IOException e) {
            LoggerFactory.getLogger(Cgroups.class).atWarn().setCause(e).log("our cgroup cannot be divided");
            return new Unusable(Shortfall.unusable());
        }
    }

    /** Our own cgroup, or the one above where we are in our leaf already. */
    private static Optional<Path> root(Path top, Path own, Predicate<Path> ours) {
        Path above = own.getParent();
        if (above != null && own.endsWith(CgroupDivision.SERVER) && !own.equals(top) && ours.test(above)) {
            return Optional.of(above);
        }
        return ours.test(own) ? Optional.of(own) : Optional.empty();
    }

    private static Cgroups divide(Path root, Set<String> machine) throws IOException {
        Set<String> there = CgroupFile.words(root.resolve(CgroupFile.CONTROLLERS));
        if (!there.contains(CgroupTree.PROCESSES)) {
            return new Unusable(Shortfall.noProcesses());
        }
        Set<String> wanted = new LinkedHashSet<>(CgroupTree.CONTROLLERS);
        wanted.retainAll(there);
        CgroupDivision.divide(root, wanted);
        return new Usable(
                root,
                wanted,
                wanted.contains(CgroupTree.MEMORY)
                        ? Optional.empty()
                        : Optional.of(Shortfall.noMemory(machine.contains(CgroupTree.MEMORY))));
    }
}
