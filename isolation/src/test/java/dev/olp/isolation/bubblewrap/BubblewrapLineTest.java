package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.process.Tools;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BubblewrapLineTest {
    private static final HostFacts HOST =
            new HostFacts(List.of("/proc/keys"), List.of("/proc/acpi"), List.of("bin", "lib"), List.of("/etc/ssl"));

    @Test
    void the_order_is_the_measured_one() {
        SandboxSpec spec =
                new SandboxSpec(Profile.BARE, NetworkPolicy.NONE, List.of(Path.of("/opt/x")), true, TmpfsSizes.DEFAULT);
        List<String> arguments = BubblewrapLine.arguments(
                spec,
                HOST,
                Path.of("/run/s"),
                Map.of("/cli", Path.of("/opt/cli")),
                List.of("/home/u/d"),
                List.of(new InsideFile("/etc/passwd", "0444", new byte[0])),
                Map.of("HOME", "/home/u"),
                false);
        assertThat(String.join(" ", arguments))
                .isEqualTo("--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try"
                        + " --disable-userns --uid 65534 --gid 65534 --hostname sbx --die-with-parent --new-session"
                        + " --clearenv --cap-drop ALL --ro-bind /opt/cli /cli"
                        + " --proc /proc --ro-bind /dev/null /proc/keys --ro-bind /dev/null /proc/1/mem"
                        + " --ro-bind /dev/null /proc/1/task/1/mem --tmpfs /proc/acpi --remount-ro /proc/acpi"
                        + " --dev /dev --size 16777216 --perms 1777 --tmpfs /dev/shm --remount-ro /dev"
                        + " --size 67108864 --perms 1777 --tmpfs /tmp --size 67108864 --perms 0700 --tmpfs /home/u"
                        + " --ro-bind /opt/x /opt/x --ro-bind /run/s /run/olp --perms 0555 --dir /w"
                        + " --perms 0700 --dir /home/u/d --perms 0444 --file 5 /etc/passwd"
                        + " --chdir /w --setenv HOME /home/u --seccomp 4 --json-status-fd 6 --remount-ro /");
    }

    @Test
    void only_the_host_policy_shares_the_network_and_only_a_terminal_the_session() {
        SandboxSpec host = new SandboxSpec(Profile.USR, NetworkPolicy.HOST, List.of(), false, TmpfsSizes.DEFAULT);
        assertThat(arguments(host, true))
                .doesNotContain("--unshare-net", "--new-session")
                .containsSequence("--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib")
                .containsSequence("--ro-bind", "/etc/ssl", "/etc/ssl");
        assertThat(arguments(SandboxSpec.of(Profile.USR), false))
                .contains("--unshare-net", "--new-session")
                .doesNotContain("/etc/ssl");
    }

    private static List<String> arguments(SandboxSpec spec, boolean terminal) {
        return BubblewrapLine.arguments(
                spec, HOST, Path.of("/run/s"), Map.of(), List.of(), List.of(), Map.of(), terminal);
    }

    @Test
    void arguments_are_separated_by_nul() {
        assertThat(BubblewrapLine.bytes(List.of("a b", "ä", "")))
                .isEqualTo("a b\0ä\0\0".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_shell_opens_everything_and_removes_the_names() {
        assertThat(BubblewrapLine.opening(5)).isEqualTo("""
                        set -eu
                        exec 3<"$1/args" 4<"$1/filter" 6>"$1/status" 5<"$1/in0" 7<"$1/in1" 8<"$1/in2" 9<"$1/in3" 10<"$1/in4"
                        rm -f -- "$1/args" "$1/filter" "$1/in0" "$1/in1" "$1/in2" "$1/in3" "$1/in4"
                        shift
                        """);
        assertThat(BubblewrapLine.needsLargeDescriptors(4)).isFalse();
        assertThat(BubblewrapLine.needsLargeDescriptors(5)).isTrue();
    }

    @Test
    void a_server_that_is_root_gives_its_children_another_user_first() throws Exception {
        assertThat(words(LaunchUser.shared(Optional.empty()))).isEqualTo("/usr/bin/bwrap --args 3 -- /cli -p");
        assertThat(words(LaunchUser.shared(Optional.of(new ServiceUser(990, 991)))))
                .isEqualTo("/usr/bin/setpriv --reuid 990 --regid 991 --clear-groups --pdeathsig KILL --"
                        + " /usr/bin/bwrap --args 3 -- /cli -p");
    }

    @Test
    void another_server_maps_a_tenants_user_before_it_gives_privileges_up() throws Exception {
        assertThat(words(new LaunchUser.Mapped(700_003, 800_003)))
                .isEqualTo("/usr/bin/unshare --user --map-users=700003,1000,1 --map-groups=800003,1000,1 --setuid 1000"
                        + " --setgid 1000 -- /usr/bin/setpriv --no-new-privs --pdeathsig KILL --"
                        + " /usr/bin/bwrap --args 3 -- /cli -p");
    }

    private static String words(LaunchUser user) throws Exception {
        return String.join(
                " ",
                BubblewrapLine.command(Path.of("/usr/bin/bwrap"), user.words(Tools.find()), List.of("/cli", "-p")));
    }
}
