package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.home.Runs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A child whose command is behind the bridge: its life is the same as without. */
@Tag("identity")
class BridgedChildTest extends WithBridge {
    @Test
    void the_childs_exit_is_its_own() throws Exception {
        try (UnixServer _ = server(BridgeTest::echo)) {
            assertThat(exit(Runs.shell("exit 7"))).isEqualTo(new ExitStatus.Exited(7));
            assertThat(exit(Runs.shell("kill -SEGV $$"))).isEqualTo(exitUnbridged(Runs.shell("kill -SEGV $$")));
            assertThat(exit(perl("my $s = up(); exit 3"))).isEqualTo(new ExitStatus.Exited(3));
        }
    }

    private ExitStatus exit(ChildSpec child) throws Exception {
        try (SandboxedRun run = open(spec(Profile.USR, List.of()))) {
            run.start(child);
            return run.awaitExit(Runs.LONG);
        }
    }

    private ExitStatus exitUnbridged(ChildSpec child) throws Exception {
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", SandboxSpec.of(Profile.USR))) {
            run.start(child);
            return run.awaitExit(Runs.LONG);
        }
    }

    @Test
    void the_childs_streams_are_its_own_and_so_are_its_children() throws Exception {
        try (SandboxedRun run = open(spec(Profile.USR, List.of()))) {
            run.start(perl("print scalar(<STDIN>), wait(), qq(\\n); for (</proc/[0-9]*>) { open(F, qq($_/cmdline));"
                    + " next unless <F> =~ m(^/nb); print join(' ', map { readlink =~ /^([a-z]+)/ } <$_/fd/*>) }"));
            Runs.write(run, "in");
            assertThat(Runs.lines(run))
                    .as("stdin, children, what the bridge holds open")
                    .containsExactly("in", "-1", "socket");
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(0));
        }
    }

    @Test
    void nothing_is_left_of_a_child_that_is_killed() throws Exception {
        String mark = Sandboxes.mark();
        try (UnixServer server = server(connection -> {
            UnixServer.write(connection, "up\n".getBytes(StandardCharsets.UTF_8));
            UnixServer.readToEnd(connection);
        })) {
            try (SandboxedRun run = open(spec(Profile.USR, List.of()))) {
                run.start(perl("my $s = up(); print scalar(<$s>); <STDIN>; # " + mark));
                assertThat(Runs.line(run)).isEqualTo("up");
                assertThat(Sandboxes.named(mark))
                        .as("outer, first inside, child, bridge")
                        .hasSize(4);
                run.stop(SandboxedRun.Stop.KILL);
                run.awaitExit(Runs.LONG);
            }
            assertThat(Sandboxes.named(mark)).isEmpty();
            assertThat(server.accepted).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_child_that_is_told_to_end_can_still_say_so_outside(boolean terminal) throws Exception {
        try (UnixServer _ = server(says("heard\n"))) {
            try (SandboxedRun run = open(spec(Profile.USR, List.of()))) {
                run.start(perl(
                        "$SIG{TERM} = sub { print rest(up()); exit 5 }; print qq(up\\n); sleep 1000 while 1",
                        terminal));
                assertThat(Runs.line(run)).isEqualTo("up");
                run.stop(SandboxedRun.Stop.TERMINATE);
                assertThat(Runs.line(run)).isEqualTo("heard");
                assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(5));
            }
        }
    }

    @Test
    void a_command_that_is_missing_or_not_executable_ends_as_in_a_shell() throws Exception {
        Path folder = Files.createDirectory(reachable.resolve("bin"));
        Files.createSymbolicLink(
                folder.resolve("gone"), Files.copy(Path.of("/usr/bin/true"), reachable.resolve("out")));
        byte[] head =
                Arrays.copyOf(Files.readAllBytes(Path.of("/usr/bin/true")), 20); // ELF, of this machine, and no more
        Path broken = Files.write(folder.resolve("broken"), head);
        Files.setPosixFilePermissions(broken, PosixFilePermissions.fromString("rwxr-xr-x"));
        SandboxSpec spec = spec(Profile.USR, List.of(folder));
        try (SandboxedRun run = open(spec)) {
            run.start(program(folder.resolve("gone").toString()));
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(127));
            assertThat(run.stderrTail())
                    .isEqualTo("netbridge: " + folder.resolve("gone") + ": No such file or directory\n");
        }
        try (SandboxedRun run = open(spec)) {
            run.start(program(broken.toString()));
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(126));
        }
    }

    @Test
    void the_bare_profile_holds_the_bridge_and_no_more() throws Exception {
        try (SandboxedRun run = open(spec(Profile.BARE, List.of()))) {
            run.start(program("/usr/bin/find", "/", "-xdev", "-type", "f", "-perm", "-100"));
            assertThat(Runs.lines(run))
                    .contains("/nb", "/cli")
                    .allMatch(file -> file.equals("/nb") || file.equals("/cli") || file.startsWith("/lib"));
        }
    }

    @Test
    void whoever_kills_the_bridge_only_loses_the_way_out() throws Exception { // E12
        try (UnixServer server = server(says("hello"))) {
            assertThat(
                            inside(
                                    perl(
                                            "print rest(up()), qq(\\n); for (</proc/[0-9]*>) { open(F, qq($_/cmdline));"
                                                    + " kill('KILL', m([0-9]+$)g) if <F> =~ m(^/nb) } my $gone = 0;"
                                                    + " for (1 .. 1000) { IO::Socket::INET->new(PeerAddr => '127.0.0.1:"
                                                    + PORT + "')"
                                                    + " or do { $gone = 1; last }; select(undef, undef, undef, 0.01) } print qq(gone $gone\\n)")))
                    .containsExactly("hello", "gone 1");
            assertThat(server.accepted.get()).isPositive();
        }
    }
}
