package dev.olp.isolation.limits;

import dev.olp.isolation.process.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Divides a cgroup of ours: a leaf for the server, since a cgroup that hands controllers down may hold no process itself
 * (cgroups(7), no internal processes), so that there can be one for each run beside it.
 */
final class CgroupDivision {
    static final String SERVER = "server";

    private CgroupDivision() {}

    /**
     * Moves all that is in the cgroup, which is this server and what it started, into the leaf; then hands down.
     *
     * @param controllers each must be there
     * @throws IOException when the kernel refuses; as far as it lets us all is then as it was
     */
    static void divide(Path root, Set<String> controllers) throws IOException {
        Path leaf = root.resolve(SERVER);
        if (!Files.isDirectory(leaf)) {
            Files.createDirectory(leaf);
        }
        try {
            move(root, leaf);
            hand(root, "+", controllers);
        } catch (IOException e) {
            try {
                restore(root, leaf, controllers);
            } catch (IOException stuck) {
                e.addSuppressed(stuck);
            }
            throw e;
        }
    }

    private static void restore(Path root, Path leaf, Set<String> controllers) throws IOException {
        hand(root, "-", controllers);
        move(leaf, root);
        Files.delete(leaf);
    }

    /** All in one write: the kernel takes all or none. */
    private static void hand(Path root, String sign, Set<String> controllers) throws IOException {
        CgroupFile.write(
                root.resolve(CgroupFile.ENABLED),
                controllers.stream().map(sign::concat).collect(Collectors.joining(" ")));
    }

    private static void move(Path from, Path to) throws IOException {
        for (long pid : CgroupFile.processes(from)) {
            try {
                CgroupFile.write(to.resolve(CgroupFile.PROCESSES), Long.toString(pid));
            } catch (IOException e) {
                if (ProcessStat.of(pid).filter(ProcessStat::runs).isPresent()) {
                    throw e;
                } // else it ended meanwhile
            }
        }
    }
}
