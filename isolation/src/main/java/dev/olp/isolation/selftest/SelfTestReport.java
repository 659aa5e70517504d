package dev.olp.isolation.selftest;

import java.time.Instant;
import java.util.List;

/**
 * What a self-test proved.
 *
 * @param at when it ran
 * @param passed how many attacks were tried and refused
 * @param failed those that worked, and what else is not as it must be; any means that nothing may run
 * @param skipped those that could not be tried, with why
 * @param remedies what the operator can do, a sentence each
 * @param inputs {@code sha256:} and the digest of all that the result depends on
 */
public record SelfTestReport(
        Instant at,
        int passed,
        List<CheckResult> failed,
        List<CheckResult> skipped,
        List<String> remedies,
        String inputs) {
    public SelfTestReport {
        failed = List.copyOf(failed);
        skipped = List.copyOf(skipped);
        remedies = List.copyOf(remedies);
    }

    /** Whether the sandbox holds, as far as could be tried. */
    public boolean proven() {
        return failed.isEmpty() && passed > 0;
    }
}
