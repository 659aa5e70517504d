package dev.olp.features.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.selftest.CheckResult;
import dev.olp.isolation.selftest.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second opinion on some of the attacks: as a shell and perl would try them, in the sandbox that has the host's /usr. */
@Tag("identity")
class ShellAttacksIT {
    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    @Test
    void what_works_in_a_shell_outside_is_refused_inside() throws Exception {
        try (Stage stage = new Stage(reachable)) {
            Map<String, String> attacks = attacks(stage);
            String script = attacks.entrySet().stream()
                    .map(attack -> "if ( %s ) >/dev/null 2>&1; then echo '%s allowed -'; else echo '%s refused -'; fi"
                            .formatted(attack.getValue(), attack.getKey(), attack.getKey()))
                    .collect(Collectors.joining("\n"));
            List<String> command = new ArrayList<>(stage.asUser());
            command.addAll(List.of("bash", "-c", script));
            assertThat(ProbeProcess.results(command, List.of(), Map.of("OLP_CONTROL", "1")))
                    .containsOnlyKeys(attacks.keySet())
                    .allSatisfy((id, result) -> assertVerdict(result, Verdict.ALLOWED));
            assertThat(ProbeProcess.parse(stage.inside().shell(script)))
                    .containsOnlyKeys(attacks.keySet())
                    .allSatisfy((id, result) -> assertVerdict(result, Verdict.REFUSED));
        }
    }

    private static void assertVerdict(CheckResult result, Verdict expected) {
        assertThat(result.verdict()).as(result.toString()).isEqualTo(expected);
    }

    /** By id; each ends with status 0 when it worked. */
    private static Map<String, String> attacks(Stage stage) {
        String victim = stage.value("victim");
        Map<String, String> attacks = new LinkedHashMap<>();
        attacks.put("F01", "cat '" + stage.value("canaries") + "/home-b/secret.txt'");
        attacks.put("F03", "grep -q '^root:' /etc/passwd");
        attacks.put("F17", "grep -E '^Cap' /proc/self/status | grep -qv 0000000000000000");
        attacks.put("F20", "ls /sys/class");
        attacks.put("P01", "[ $(ls -d /proc/[0-9]* | wc -l) -gt 12 ]");
        attacks.put("P02", "tr '\\0' '\\n' </proc/" + victim + "/environ | grep -q '" + stage.value("secret") + "'");
        attacks.put(
                "P05",
                "kill -0 " + victim + " && grep -q '" + stage.value("argument") + "' /proc/" + victim + "/cmdline");
        attacks.put("P12", "unshare --user true");
        attacks.put(
                "P39",
                "perl -e 'open(M, \"+</dev/ptmx\") or exit 1; $! = 0; ioctl(M, 0x541C, my $x = \"x\");"
                        + " exit($! + 0 == 1 ? 1 : 0)'");
        attacks.put(
                "I01",
                "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) or exit 1;"
                        + " exit(connect(S, pack(\"Sa*\", AF_UNIX, \"\\0" + stage.value("abstract") + "\")) ? 0 : 1)'");
        attacks.put(
                "I02",
                "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) or exit 1;"
                        + " exit(connect(S, pack_sockaddr_un(\"" + stage.value("socket") + "\")) ? 0 : 1)'");
        attacks.put("I04", "ipcs -m -i " + stage.value("shared-memory") + " | grep -q shmid=");
        attacks.put("I09", "env | grep -q '^OLP_CONTROL='");
        attacks.put("N02", "exec 3<>/dev/tcp/" + stage.value("neighbour").replace(' ', '/'));
        attacks.put("N04", "echo x >/dev/udp/" + stage.value("names").replace(' ', '/'));
        attacks.put("N09", "perl -MSocket -e 'exit(socket(S, 16, SOCK_RAW, 12) ? 0 : 1)'");
        attacks.put("Q04", "perl -e 'for (1..5000) { open($f[$_], \"</dev/null\") or exit 1 } exit 0'");
        attacks.put(
                "Q05",
                "trap \"\" XFSZ; perl -e 'open(F, \">/tmp/olp-large-'$$'\") or exit 1;"
                        + " $r = truncate(F, 2 << 30); unlink(\"/tmp/olp-large-'$$'\"); exit($r ? 0 : 1)'");
        return attacks;
    }
}
