package dev.olp.isolation.limits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/** Files of a cgroup: one write is one command. */
final class CgroupFile {
    static final String PROCESSES = "cgroup.procs";
    static final String CONTROLLERS = "cgroup.controllers";
    static final String ENABLED = "cgroup.subtree_control";
    static final String KILL = "cgroup.kill";

    private CgroupFile() {}

    static void write(Path file, String command) throws IOException {
        Files.writeString(
                file, command, StandardCharsets.US_ASCII, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    static Set<String> words(Path file) throws IOException {
        return Set.of(Files.readString(file, StandardCharsets.US_ASCII).strip().split("\\s+", -1));
    }

    static List<Long> processes(Path cgroup) throws IOException {
        return Files.readAllLines(cgroup.resolve(PROCESSES), StandardCharsets.US_ASCII).stream()
                .map(Long::valueOf)
                .toList();
    }
}
