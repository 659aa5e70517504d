package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.posix.NativePosix;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bridge as a child meets it: a port of its own loopback, behind which a server outside answers. */
@Tag("identity")
class BridgeTest {
    /** In a network namespace of its own, so it is never taken. */
    private static final int PORT = 3129;

    /** As in the helper's source. */
    private static final int MOST_CONNECTIONS = 32;

    private static final String CONNECT =
            "use IO::Socket::INET; use Digest::MD5 'md5_hex'; $| = 1; sub up { IO::Socket::INET->new("
                    + "PeerAddr => '127.0.0.1', PeerPort => " + PORT + ") or die \"connect: $!\" }"
                    + " sub rest { my ($s, $all) = (shift, ''); while (1) { my $n = sysread($s, my $part, 65536);"
                    + " return \"$all|$!\" unless defined $n; return $all unless $n; $all .= $part } } ";

    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    private Path sockets;
    private NativeTools tools;
    private Sandboxes sandboxes;

    @BeforeEach
    void open() throws Exception {
        sockets = Files.createDirectory(reachable.resolve("sockets"));
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxr-xr-x"));
        tools = NativeTools.unpack(
                reachable.resolve("native"), NativePosix.load().effectiveUserId());
        Path root = Files.createDirectory(reachable.resolve("runs"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
        sandboxes = new Sandboxes(root, spec(Profile.USR, List.of()));
    }

    @AfterEach
    void close() throws Exception {
        sandboxes.close();
    }

    private SandboxSpec spec(Profile profile, List<Path> readOnly) {
        return new SandboxSpec(profile, NetworkPolicy.NONE, readOnly, true, TmpfsSizes.DEFAULT)
                .with(tools.bridge(Map.of(PORT, "g.sock")));
    }

    private UnixServer server(UnixServer.Talk talk) throws Exception {
        return new UnixServer(sockets.resolve("g.sock"), talk);
    }

    private static UnixServer.Talk says(String text) {
        return connection -> UnixServer.write(connection, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void echo(SocketChannel connection) throws Exception {
        UnixServer.write(connection, UnixServer.readToEnd(connection));
    }

    private static ChildSpec program(String binary, String... args) {
        return new ChildSpec(
                Path.of(binary), List.of(args), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT);
    }

    private static ChildSpec perl(String script) {
        return perl(script, false);
    }

    private static ChildSpec perl(String script, boolean terminal) {
        return new ChildSpec(
                Path.of("/usr/bin/perl"),
                List.of("-e", CONNECT + (terminal ? "open(T, '+<', '/dev/tty') or die $!; " : "") + script),
                Map.of(),
                List.of(),
                List.of(),
                terminal,
                OutputLimits.DEFAULT);
    }

    /** A run in which the sockets that there are so far are there too. */
    private SandboxedRun open(SandboxSpec spec) throws Exception {
        SandboxedRun run = sandboxes.sandbox.open("tenant", "request", spec);
        try (var all = Files.newDirectoryStream(sockets)) {
            for (Path socket : all) {
                Files.createLink(run.sockets().outside().resolve(socket.getFileName()), socket);
            }
        }
        return run;
    }

    /** What a program inside prints. */
    private List<String> inside(ChildSpec child) throws Exception {
        try (SandboxedRun run = open(spec(Profile.USR, List.of()))) {
            run.start(child);
            run.closeStdin();
            return Runs.lines(run);
        }
    }

    @Test
    void the_port_is_there_from_the_first_instruction() throws Exception {
        try (UnixServer server = server(says("hello\n"))) {
            for (int each = 0; each < 10; each++) {
                assertThat(inside(program("/usr/bin/bash", "-c", "cat </dev/tcp/127.0.0.1/" + PORT)))
                        .containsExactly("hello");
            }
            assertThat(server.accepted).hasValue(10);
        }
    }

    @Test
    void several_ports_lead_to_several_sockets() throws Exception {
        try (UnixServer one = new UnixServer(sockets.resolve("a.sock"), says("one\n"));
                UnixServer two = new UnixServer(sockets.resolve("b.sock"), says("two\n"))) {
            SandboxSpec spec = new SandboxSpec(Profile.USR, NetworkPolicy.NONE, List.of(), true, TmpfsSizes.DEFAULT)
                    .with(tools.bridge(Map.of(4001, "a.sock", 4002, "b.sock")));
            try (SandboxedRun run = open(spec)) {
                run.start(program("/usr/bin/bash", "-c", "cat </dev/tcp/127.0.0.1/4002; cat </dev/tcp/127.0.0.1/4001"));
                assertThat(Runs.lines(run)).containsExactly("two", "one");
            }
            assertThat(one.accepted.get() + two.accepted.get()).isEqualTo(2);
        }
    }

    @Test
    void large_bodies_pass_both_ways_and_the_end_of_each_by_itself() throws Exception {
        byte[] answer = new byte[24 << 20];
        RandomGenerator.of("L64X128MixRandom").nextBytes(answer);
        StringBuilder seen = new StringBuilder();
        try (UnixServer _ = server(connection -> {
            seen.append(md5(UnixServer.readToEnd(connection))); // ends, though the other way is open
            UnixServer.write(connection, answer);
        })) {
            List<String> lines = inside(perl("my $body = join('', map { pack('N', $_ * 2654435761 % 4294967296) }"
                    + " 1 .. 3000000); my $s = up(); my $at = 0; while ($at < length $body)"
                    + " { $at += syswrite($s, $body, 65536, $at) } shutdown($s, 1);"
                    + " print md5_hex($body), qq(\\n), md5_hex(rest($s)), qq(\\n)"));
            assertThat(lines).containsExactly(seen.toString(), md5(answer));
        }
    }

    private static String md5(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    }

    @Test
    void both_ways_flow_at_the_same_time() throws Exception {
        try (UnixServer _ = server(connection -> {
            var part = ByteBuffer.allocate(1000);
            while (connection.read(part) >= 0) {
                UnixServer.write(connection, Arrays.copyOf(part.array(), part.position()));
                part.clear();
            }
        })) {
            assertThat(inside(perl("my $s = up(); if (fork() == 0) { for (1 .. 2000) { print $s 'x' x 2000 }"
                            + " shutdown($s, 1); exit } print length(rest($s)), qq(\\n)")))
                    .containsExactly("4000000");
        }
    }

    @Test
    void forty_connections_at_once_are_all_served_thirty_two_at_a_time() throws Exception {
        CountDownLatch full = new CountDownLatch(MOST_CONNECTIONS);
        try (UnixServer server = server(connection -> {
            full.countDown();
            assertThat(full.await(Runs.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            echo(connection);
        })) {
            List<String> lines = inside(perl("my @all = map { up() } 1 .. 40;"
                    + " for (0 .. 39) { syswrite($all[$_], qq(n$_)); shutdown($all[$_], 1) }"
                    + " for (reverse @all) { $all{rest($_)}++ } print scalar(keys %all), qq( $all{n0} $all{n39}\\n)"));
            assertThat(lines).containsExactly("40 1 1");
            assertThat(server.accepted).hasValue(40);
        }
    }

    @Test
    void an_answer_that_comes_before_the_body_was_read_arrives_and_is_no_whole_one() throws Exception {
        try (UnixServer _ = server(connection -> {
            connection.read(ByteBuffer.allocate(1));
            UnixServer.write(connection, "no".getBytes(StandardCharsets.UTF_8));
        })) { // closed with bytes unread: broken off, not ended
            assertThat(inside(perl("my $s = up(); syswrite($s, 'x' x 1000); print rest($s), qq(\\n)")))
                    .containsExactly("no|Connection reset by peer");
        }
    }

    @Test
    void where_nobody_listens_outside_the_connection_is_reset() throws Exception {
        assertThat(inside(perl("print rest(up()), qq(\\n)"))).containsExactly("|Connection reset by peer");
    }

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
    void a_bridge_leads_from_ports_of_the_sandboxs_own_to_sockets_that_it_has() {
        Bridge bridge = tools.bridge(Map.of(PORT, "g.sock"));
        assertThatThrownBy(() -> SandboxSpec.of(Profile.USR).with(bridge)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SandboxSpec(Profile.USR, NetworkPolicy.HOST, List.of(), true, TmpfsSizes.DEFAULT)
                        .with(bridge))
                .isInstanceOf(IllegalArgumentException.class);
        for (Map<Integer, String> ports : List.<Map<Integer, String>>of(
                Map.of(),
                Map.of(1023, "a"),
                Map.of(65_536, "a"),
                Map.of(PORT, ""),
                Map.of(PORT, ".."),
                Map.of(PORT, "a/b"),
                Map.of(PORT, "a".repeat(65)))) {
            assertThatThrownBy(() -> tools.bridge(ports)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
