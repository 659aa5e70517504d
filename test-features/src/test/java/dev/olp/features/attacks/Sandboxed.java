package dev.olp.features.attacks;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.NetworkPolicy;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import dev.olp.isolation.selftest.CheckResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The probe, or a shell, as the child of the final launch. */
final class Sandboxed {
    private static final Duration LINE = Duration.ofSeconds(30);

    private final BubblewrapSandbox sandbox;
    private final List<Path> readOnly;

    /** @param readOnly what of the host is in the sandbox besides its profile */
    Sandboxed(BubblewrapSandbox sandbox, List<Path> readOnly) {
        this.sandbox = sandbox;
        this.readOnly = readOnly;
    }

    Map<String, CheckResult> probe(Profile profile, boolean terminal, Path probe, List<String> lines) throws Exception {
        List<String> all = plan(profile);
        all.addAll(lines);
        return ProbeProcess.parse(run(profile, terminal, probe, List.of("check", "inside"), all));
    }

    List<String> shell(String script) throws Exception {
        return run(Profile.USR, false, Path.of("/usr/bin/bash"), List.of("-c", script), List.of());
    }

    private List<String> run(Profile profile, boolean terminal, Path binary, List<String> arguments, List<String> stdin)
            throws Exception {
        SandboxSpec spec = new SandboxSpec(profile, NetworkPolicy.NONE, readOnly, true, TmpfsSizes.DEFAULT);
        List<String> lines = new ArrayList<>();
        try (SandboxedRun run = sandbox.open("attacker", "request", spec)) {
            run.start(new ChildSpec(binary, arguments, Map.of(), List.of(), List.of(), terminal, OutputLimits.DEFAULT));
            byte[] text = (String.join("\n", stdin) + "\n").getBytes(StandardCharsets.UTF_8);
            run.write(out -> out.write(text));
            run.closeStdin();
            while (run.next(LINE) instanceof ChildSignal.Line(byte[] line)) {
                lines.add(new String(line, StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private List<String> plan(Profile profile) throws Exception {
        List<String> plan = new ArrayList<>(description());
        plan.addAll(List.of("home=/home/u", "mount=/cli", "mount=" + SandboxSpec.SOCKETS));
        readOnly.forEach(path -> plan.add("mount=" + path));
        if (profile == Profile.USR) {
            plan.add("mount=/usr");
        }
        return plan;
    }

    /** What every sandbox may have mounted and written, and what it may not share with us. */
    static List<String> description() throws Exception {
        List<String> lines = new ArrayList<>(List.of(
                "mount=/home/u",
                "mount=/tmp",
                "mount=/dev",
                "mount=/proc",
                "mounts-below=/dev/",
                "mounts-below=/proc/",
                "writable=/home/u",
                "writable=/tmp",
                "writable=/proc",
                "writable-below=/dev/",
                "writable-below=/proc/",
                "home-bytes=" + TmpfsSizes.DEFAULT.home(),
                "temp-bytes=" + TmpfsSizes.DEFAULT.temp(),
                "shared-bytes=" + TmpfsSizes.DEFAULT.shared()));
        for (String kind : List.of("user", "pid", "net", "ipc", "uts", "mnt", "cgroup")) {
            lines.add("namespace=" + Files.readSymbolicLink(Path.of("/proc/self/ns", kind)));
        }
        return lines;
    }
}
