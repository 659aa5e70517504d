package dev.olp.isolation.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What this machine cannot do for a sandbox, each as a check that cannot be tried. */
final class MachineFacts {
    private static final Path CONTROLLERS = Path.of("/sys/fs/cgroup/cgroup.controllers");

    private MachineFacts() {}

    static List<CheckResult> look() throws IOException {
        List<String> controllers = Files.isReadable(CONTROLLERS)
                ? List.of(Files.readString(CONTROLLERS).strip().split(" "))
                : List.of();
        List<CheckResult> missing = new ArrayList<>();
        if (!controllers.contains("pids")) {
            missing.add(new CheckResult("D01", Verdict.VOID, "no pids controller"));
        }
        if (!controllers.contains("memory")) {
            missing.add(new CheckResult("D02", Verdict.VOID, "no memory controller"));
        }
        return missing;
    }
}
