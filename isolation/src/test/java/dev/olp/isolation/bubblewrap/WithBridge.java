package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.posix.NativePosix;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of the bridge share: a sandbox in which {@link #PORT} leads to the socket of a server that a test runs. */
abstract class WithBridge {
    /** In a network namespace of its own, so it is never taken. */
    static final int PORT = 3129;

    private static final String CONNECT =
            "use IO::Socket::INET; use Digest::MD5 'md5_hex'; $| = 1; sub up { IO::Socket::INET->new("
                    + "PeerAddr => '127.0.0.1', PeerPort => " + PORT + ") or die \"connect: $!\" }"
                    + " sub rest { my ($s, $all) = (shift, ''); while (1) { my $n = sysread($s, my $part, 65536);"
                    + " return \"$all|$!\" unless defined $n; return $all unless $n; $all .= $part } } ";

    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    Path sockets;
    NativeTools tools;
    Sandboxes sandboxes;

    @BeforeEach
    void open() throws Exception {
        sockets = Files.createDirectory(reachable.resolve("sockets"));
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxr-xr-x"));
        tools = NativeTools.unpack(
                reachable.resolve("native"), NativePosix.load().effectiveUserId(), true);
        Path root = Files.createDirectory(reachable.resolve("runs"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
        sandboxes = new Sandboxes(root, spec(Profile.USR, List.of()));
    }

    @AfterEach
    void close() throws Exception {
        sandboxes.close();
    }

    SandboxSpec spec(Profile profile, List<Path> readOnly) {
        return new SandboxSpec(profile, NetworkPolicy.NONE, readOnly, true, TmpfsSizes.DEFAULT)
                .with(tools.bridge(Map.of(PORT, "g.sock")));
    }

    UnixServer server(UnixServer.Talk talk) throws Exception {
        return new UnixServer(sockets.resolve("g.sock"), talk);
    }

    static UnixServer.Talk says(String text) {
        return connection -> UnixServer.write(connection, text.getBytes(StandardCharsets.UTF_8));
    }

    static void echo(SocketChannel connection) throws Exception {
        UnixServer.write(connection, UnixServer.readToEnd(connection));
    }

    static ChildSpec program(String binary, String... args) {
        return new ChildSpec(
                Path.of(binary), List.of(args), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT);
    }

    static ChildSpec perl(String script) {
        return perl(script, false);
    }

    static ChildSpec perl(String script, boolean terminal) {
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
    SandboxedRun open(SandboxSpec spec) throws Exception {
        SandboxedRun run = sandboxes.sandbox.open("tenant", "request", spec);
        try (var all = Files.newDirectoryStream(sockets)) {
            for (Path socket : all) {
                Files.createLink(run.sockets().outside().resolve(socket.getFileName()), socket);
            }
        }
        return run;
    }

    /** What a program inside prints. */
    List<String> inside(ChildSpec child) throws Exception {
        try (SandboxedRun run = open(spec(Profile.USR, List.of()))) {
            run.start(child);
            run.closeStdin();
            return Runs.lines(run);
        }
    }
}
