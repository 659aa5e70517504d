package dev.olp.isolation.selftest;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.limits.RunLimits;
import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The probe in sandboxes of the real launch. */
final class Inside {
    static final String FORK_BOMB = "D01";

    private static final int EARLY_KILLS = 20;
    private static final int LATEST_MILLISECONDS = 25;
    private static final Duration GONE = Duration.ofSeconds(1);

    private final BubblewrapSandbox sandbox;
    private final SandboxSpec spec;
    private final Path probe;
    private final Names names;

    Inside(BubblewrapSandbox sandbox, SandboxSpec spec, Path probe, Names names) {
        this.sandbox = sandbox;
        this.spec = spec;
        this.probe = probe;
        this.names = names;
    }

    /**
     * Every attack of the probe's, and a look from outside.
     *
     * @param canaries what there is to be reached
     */
    List<CheckResult> attempt(List<String> canaries) throws SandboxException, IOException, InterruptedException {
        String mark = names.next();
        List<String> lines = new ArrayList<>(canaries);
        lines.addAll(Plan.lines(spec));
        if (sandbox.limits().processes()) {
            lines.add("processes=" + RunLimits.DEFAULT.processes());
        }
        lines.add("all");
        try (SandboxedRun run = sandbox.open("selftest", "inside", spec)) {
            ProbeRun inside = new ProbeRun(run, child("check", mark)).awaitUp();
            List<CheckResult> results = new ArrayList<>(List.of(userOutside(mark)));
            results.addAll(inside.attempt(lines).values());
            results.removeIf(
                    result -> result.id().equals(FORK_BOMB) && !sandbox.limits().processes());
            return results;
        }
    }

    /** Root inside a sandbox of root's would be root to every file, whatever number is shown inside. */
    private static CheckResult userOutside(String mark) throws IOException {
        List<Long> pids = MarkedProcesses.pids(mark);
        for (long pid : pids) {
            if (MarkedProcesses.user(pid) == 0) {
                return new CheckResult("G07", Verdict.ALLOWED, "a process of the sandbox is root outside");
            }
        }
        return new CheckResult(
                "G07",
                pids.isEmpty() ? Verdict.VOID : Verdict.REFUSED,
                pids.size() + " processes of the sandbox, none of them root outside");
    }

    /** Kills sandboxes in their first milliseconds, when their processes are hardest to find, and looks for what is left. */
    CheckResult killEarly() throws SandboxException, InterruptedException {
        String mark = names.next();
        ChildSpec child = child("wait", mark);
        for (int each = 0; each < EARLY_KILLS; each++) {
            try (SandboxedRun run = sandbox.open("selftest", "early-kill", spec)) {
                run.start(child);
                run.next(Duration.ofMillis(each * LATEST_MILLISECONDS / EARLY_KILLS));
            }
        }
        boolean gone = Waiting.until(GONE, () -> MarkedProcesses.pids(mark).isEmpty());
        return new CheckResult(
                "L20",
                gone ? Verdict.REFUSED : Verdict.ALLOWED,
                (gone ? "nothing" : "something") + " is left of " + EARLY_KILLS + " sandboxes killed early");
    }

    private ChildSpec child(String mode, String mark) {
        return new ChildSpec(probe, List.of(mode, mark), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT);
    }
}
