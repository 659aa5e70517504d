package dev.olp.isolation.limits;

import static org.awaitility.Awaitility.await;

import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.process.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A cgroup on this machine's own v2 tree, with no controllers: joining, killing and removing are the kernel's. */
public final class RealTree implements AutoCloseable {
    private final Path root;

    private RealTree(Path root) {
        this.root = root;
    }

    /** Empty where we may not make one. */
    public static Optional<RealTree> make() throws Exception {
        Optional<CgroupMount> mount = CgroupMount.find(Path.of("/proc/self"));
        if (mount.isEmpty() || !Files.isWritable(mount.get().own())) {
            return Optional.empty();
        }
        return Optional.of(new RealTree(Files.createTempDirectory(mount.get().own(), "olp-test-")));
    }

    public Limits limits() throws Exception {
        return Limits.look(
                new Cgroups.Usable(root, Set.of(), Optional.empty()),
                RunLimits.DEFAULT,
                Tools.find(),
                NativePosix.load(),
                words -> true);
    }

    public Path root() {
        return root;
    }

    @Override
    public void close() throws Exception {
        for (Path run : runs()) {
            Files.writeString(run.resolve("cgroup.kill"), "1");
        }
        for (Path run : runs()) {
            await().until(() -> run.toFile().delete());
        }
        Files.delete(root);
    }

    public List<Path> runs() throws Exception {
        try (var all = Files.newDirectoryStream(root, "run-*")) {
            List<Path> found = new ArrayList<>();
            all.forEach(found::add);
            return found;
        }
    }
}
