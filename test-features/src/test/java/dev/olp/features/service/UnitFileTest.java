package dev.olp.features.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UnitFileTest {
    private static final Pattern EXPOSURE = Pattern.compile("Overall exposure level for olp.service: (\\d+\\.\\d+)");
    private static final double MOST = 3.2;

    @Test
    void the_unit_exposes_little() throws Exception {
        Process analyze = new ProcessBuilder(
                        "systemd-analyze", "security", "--offline=true", "--no-pager", unit().toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(analyze.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(analyze.waitFor()).as(said).isZero();
        Matcher exposure = EXPOSURE.matcher(said);
        assertThat(exposure.find()).as(said).isTrue();
        assertThat(Double.parseDouble(exposure.group(1))).isLessThanOrEqualTo(MOST);
    }

    /** Each of these would keep bubblewrap from making a sandbox, or a run from getting a cgroup. */
    @Test
    void the_unit_leaves_room_for_sandboxes() throws IOException {
        List<String> settings = Files.readAllLines(unit()).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        for (String barrier : List.of(
                "ProtectKernelTunables",
                "ProcSubset",
                "ProtectControlGroups",
                "ProtectHostname",
                "MemoryDenyWriteExecute",
                "PrivateUsers")) {
            assertThat(settings).noneMatch(line -> line.startsWith(barrier + "="));
        }
        assertThat(settings)
                .contains(
                        "RestrictNamespaces=user pid ipc uts mnt net cgroup",
                        "SystemCallFilter=@system-service @mount pivot_root sethostname",
                        "Delegate=cpu memory pids",
                        "KillMode=control-group")
                .anyMatch(line -> line.startsWith("RestrictAddressFamilies=") && line.contains("AF_NETLINK"));
    }

    /** S137: a few times, so that a wrong configuration is not tried for ever. */
    @Test
    void aServerThatFailsIsStartedAgain() throws IOException {
        assertThat(Files.readString(unit()))
                .contains("\nRestart=on-failure\n", "\nRestartSec=5\n", "\nStartLimitBurst=5\n");
    }

    private static Path unit() {
        return Path.of("../systemd/olp.service");
    }
}
