package dev.olp.isolation.selftest;

import dev.olp.isolation.limits.LimitsPosture;
import java.util.ArrayList;
import java.util.List;

/** What this machine cannot do for a sandbox, each as a check that cannot be tried. */
final class MachineFacts {
    private MachineFacts() {}

    static List<CheckResult> of(LimitsPosture limits) {
        String reason = limits.reason().orElse("");
        List<CheckResult> missing = new ArrayList<>();
        if (!limits.processes()) {
            missing.add(new CheckResult(Inside.FORK_BOMB, Verdict.VOID, "no cap on processes: " + reason));
        }
        if (!limits.memory()) {
            missing.add(new CheckResult("D02", Verdict.VOID, "no memory controller: " + reason));
        }
        if (!limits.processor()) {
            missing.add(new CheckResult("D06", Verdict.VOID, "no cpu controller: " + reason));
        }
        return missing;
    }
}
