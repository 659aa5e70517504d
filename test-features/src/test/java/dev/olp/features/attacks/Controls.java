package dev.olp.features.attacks;

import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.selftest.CheckResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The same attacks where they can succeed: a refusal in the sandbox says something only if they do. */
final class Controls {
    /** What a child of ours is never given: a terminal, an open descriptor, a variable. */
    private static final String GENEROUS = "exec 9<>\"$1\" 9<&-; exec 7</dev/null; shift; exec \"$@\"";

    private static final Map<String, String> VARIABLE = Map.of("OLP_CONTROL", "1");

    /**
     * A room of one's own with a tmpfs for its root, an interface to the outside, and a first process with a secret in its
     * arguments, a path of the host's, a variable and an open descriptor. All of it is gone with that process.
     */
    private static final String ROOM = """
            set -e
            mount -t tmpfs tmpfs /mnt
            cd /mnt
            mkdir -p etc usr/bin proc dev tmp run home/u
            echo x >etc/shadow
            cp "$1" cli; cp "$1" usr/bin/id; : >run/docker.sock
            mount -t proc proc proc
            ip link set lo up
            ip link add one type veth peer name two || ip link add one type dummy || ip tuntap add one mode tun || :
            ip link set two up || :
            ip link set one up || :
            ip -6 address add 2001:db8:1::1/64 dev one nodad || :
            exec 9</dev/null
            chroot /mnt /cli check open-room
            exit $?
            """;

    private final Path probe;
    private final Path home;
    private final List<String> asUser;

    Controls(Stage stage) throws Exception {
        this.probe = stage.probe;
        this.home = stage.writable("home");
        this.asUser = stage.asUser();
    }

    /** Without a sandbox, as the user that children have. */
    Map<String, CheckResult> sameUser(List<String> lines) throws Exception {
        try (Posix.PseudoTerminal terminal = NativePosix.load().openTerminal()) {
            List<String> command =
                    new ArrayList<>(List.of("setsid", "--wait", "sh", "-c", GENEROUS, "sh", terminal.device()));
            command.addAll(asUser);
            command.addAll(List.of(probe.toString(), "check", "control"));
            return ProbeProcess.results(command, with("home=" + home, lines), VARIABLE);
        }
    }

    /** As root of namespaces of its own. */
    Map<String, CheckResult> openRoom(List<String> lines) throws Exception {
        List<String> command = new ArrayList<>(asUser);
        command.addAll(List.of("unshare", "--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--pid"));
        command.addAll(List.of("--fork", "--kill-child", "--", "sh", "-c", ROOM, "sh", probe.toString()));
        command.addAll(List.of("tok-control", "/tmp/a-path-of-the-host"));
        return ProbeProcess.results(command, with("home=/home/u", lines), VARIABLE);
    }

    /** As real root; the calls are given what they cannot work with, and files are only opened. */
    Map<String, CheckResult> root(List<String> lines) throws Exception {
        return ProbeProcess.results(List.of(probe.toString(), "check", "root"), with("home=" + home, lines), Map.of());
    }

    private static List<String> with(String line, List<String> lines) {
        List<String> all = new ArrayList<>(List.of(line));
        all.addAll(lines);
        return all;
    }
}
