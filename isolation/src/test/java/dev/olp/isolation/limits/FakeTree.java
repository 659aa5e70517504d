package dev.olp.isolation.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Plain folders made like a cgroup v2 tree, and a /proc/self that leads to them. */
final class FakeTree {
    final Path top;
    final Path own;
    private final Path proc;

    FakeTree(Path folder, String machine, String ours) throws IOException {
        top = Files.createDirectories(folder.resolve("cg roup"));
        own = Files.createDirectories(top.resolve("system.slice/olp.service"));
        proc = Files.createDirectories(folder.resolve("proc"));
        Files.writeString(top.resolve("cgroup.controllers"), machine + "\n");
        Files.writeString(own.resolve("cgroup.controllers"), ours + "\n");
        Files.writeString(own.resolve("cgroup.procs"), ProcessHandle.current().pid() + "\n");
        Files.writeString(own.resolve("cgroup.subtree_control"), "");
        Files.writeString(proc.resolve("cgroup"), "1:name=systemd:/x\n0::/system.slice/olp.service\n");
        Files.writeString(
                proc.resolve("mountinfo"),
                "22 1 0:20 / /proc rw,nosuid shared:5 - proc proc rw\n"
                        + "30 1 0:26 / " + top.toString().replace(" ", "\\040")
                        + " rw,nosuid shared:9 - cgroup2 cgroup2"
                        + " rw,nsdelegate\n");
    }

    Path proc() {
        return proc;
    }
}
