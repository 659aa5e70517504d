package dev.olp.isolation.selftest;

import dev.olp.isolation.limits.LimitsPosture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What an operator can do about a result. */
final class Remedies {
    /** Switches of the kernel that keep sandboxes from being made, the value that does so, and what helps. */
    private static final List<List<String>> SWITCHES = List.of(
            List.of(
                    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
                    "1",
                    "load the AppArmor profile for bwrap that comes with OLP"),
            List.of(
                    "/proc/sys/kernel/unprivileged_userns_clone",
                    "0",
                    "allow user namespaces: sysctl kernel.unprivileged_userns_clone=1"),
            List.of(
                    "/proc/sys/user/max_user_namespaces",
                    "0",
                    "allow user namespaces: sysctl user.max_user_namespaces=10000"));

    private Remedies() {}

    /** @param limits what of a run's limits is enforced */
    static List<String> of(List<CheckResult> failed, LimitsPosture limits) {
        List<String> remedies = new ArrayList<>();
        if (failed.stream().anyMatch(result -> result.id().equals(SandboxSelfTest.NOT_TRIED))) {
            SWITCHES.stream().filter(Remedies::isSet).forEach(each -> remedies.add(each.get(2)));
        }
        limits.remedy().ifPresent(remedies::add);
        return remedies;
    }

    private static boolean isSet(List<String> each) {
        Path file = Path.of(each.get(0));
        try {
            return Files.isReadable(file)
                    && Files.readAllLines(file).getFirst().strip().equals(each.get(1));
        } catch (IOException e) {
            return false; // a switch that cannot be read gives no advice
        }
    }
}
