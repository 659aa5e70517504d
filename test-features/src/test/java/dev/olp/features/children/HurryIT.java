package dev.olp.features.children;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator who cannot wait for the drain. */
class HurryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A drain that no test waits for. */
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/server/drain_timeout_ms", "3600000")
            .server();

    @Test
    void a_second_signal_ends_what_the_first_still_waits_for() throws Exception {
        try (RawHttp http = olp.connect()) {
            http.chat(Bodies.stream("claude-sonnet-4-6", "{{stall}}"));
            Reply head = http.head();
            olp.terminate();
            await().atMost(PATIENCE).until(() -> olp.get("/readyz").status() == 503);
            assertThat(olp.processes()).isNotEmpty();

            int exit = olp.stop();

            assertThat(exit).isZero();
            new Streamed(head, http.events(head).all()).assertFailed("draining");
        }
        assertThat(olp.processes()).isEmpty();
        assertThat(olp.homes()).isEmpty();
    }
}
