package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bridge as a child meets it: a port of its own loopback, behind which a server outside answers. */
@Tag("identity")
class BridgeTest extends WithBridge {
    /** As in the helper's source. */
    private static final int MOST_CONNECTIONS = 32;

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
