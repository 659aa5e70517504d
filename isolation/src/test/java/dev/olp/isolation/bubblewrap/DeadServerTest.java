package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server that was killed leaves is gone after the next start, and what another uses is not. */
@Tag("identity")
class DeadServerTest {
    @TempDir
    Path root;

    private final List<Process> servers = new ArrayList<>();

    @AfterEach
    void endServers() throws Exception {
        for (Process server : servers) {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void the_next_start_ends_a_killed_servers_sandboxes_and_no_others() throws Exception {
        killAtAnyMoment(3);
    }

    @Test
    @Tag("long")
    void the_next_start_ends_a_killed_servers_sandboxes_thirty_times() throws Exception {
        killAtAnyMoment(30);
    }

    private void killAtAnyMoment(int times) throws Exception {
        String other = Sandboxes.mark();
        start(other);
        for (int each = 0; each < times; each++) {
            String mark = Sandboxes.mark();
            Process dying = start(mark);
            assertThat(Sandboxes.named(mark)).as("the control").hasSizeGreaterThan(2);
            dying.destroyForcibly().waitFor();
            new Sandboxes(root, SandboxSpec.of(Profile.USR)).close();
            await().untilAsserted(() -> assertThat(Sandboxes.named(mark)).isEmpty());
            assertThat(Sandboxes.named(other)).hasSizeGreaterThan(2);
        }
    }

    private Process start(String mark) throws Exception {
        Process server = DyingSandboxServer.start(root, mark);
        servers.add(server);
        return server;
    }
}
