package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loopback only: nothing is sent anywhere else, sandbox or not. */
@Tag("identity")
class NetworkTest {
    @TempDir
    Path root;

    @Test
    void a_service_of_the_host_is_out_of_reach_but_for_a_run_that_shares_its_network() throws Exception { // N03
        try (ServerSocket service = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                Sandboxes sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.USR))) {
            assertThat(connects(sandboxes, NetworkPolicy.HOST, service.getLocalPort()))
                    .as("the control")
                    .containsExactly("connected");
            assertThat(connects(sandboxes, NetworkPolicy.NONE, service.getLocalPort()))
                    .containsExactly("refused");
        }
    }

    @Test
    void there_is_no_interface_but_its_own_loopback() throws Exception { // N10
        try (Sandboxes sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.USR));
                SandboxedRun run = sandboxes.sandbox.open("tenant", "request")) {
            run.start(Runs.shell("grep -o '^ *[a-z0-9]*:' /proc/net/dev; wc -l </proc/net/route"));
            assertThat(Runs.lines(run)).extracting(String::strip).containsExactly("lo:", "1");
        }
    }

    private static List<String> connects(Sandboxes sandboxes, NetworkPolicy policy, int port) throws Exception {
        SandboxSpec spec = new SandboxSpec(Profile.USR, policy, List.of(), false, TmpfsSizes.DEFAULT);
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request", spec)) {
            run.start(new ChildSpec(
                    Path.of("/usr/bin/bash"),
                    List.of(
                            "-c",
                            "(exec 3<>/dev/tcp/127.0.0.1/" + port + ") 2>/dev/null && echo connected || echo refused"),
                    Map.of(),
                    List.of(),
                    List.of(),
                    false,
                    OutputLimits.DEFAULT));
            return Runs.lines(run);
        }
    }
}
