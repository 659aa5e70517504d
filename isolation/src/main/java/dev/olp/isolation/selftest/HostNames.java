package dev.olp.isolation.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the kernel calls things here. */
final class HostNames {
    private static final List<String> KINDS = List.of("user", "pid", "net", "ipc", "uts", "mnt", "cgroup");

    private HostNames() {}

    static String host() throws IOException {
        return Files.readAllLines(Path.of("/proc/sys/kernel/hostname")).getFirst();
    }

    /** Our own namespaces, like {@code net:[4026531840]}. */
    static List<String> namespaces() throws IOException {
        List<String> names = new ArrayList<>();
        for (String kind : KINDS) {
            names.add(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString());
        }
        return names;
    }
}
