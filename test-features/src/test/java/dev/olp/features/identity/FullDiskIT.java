package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Filler;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The disk that holds the home is full, then there is room again; on_failure is serve. */
class FullDiskIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().homeOfMebibytes(48).server();

    private Path filler = Path.of("/dev/null");

    @BeforeEach
    void fill() throws IOException {
        filler = Filler.fill(olp.seen(olp.home()));
    }

    @AfterEach
    void makeRoom() throws IOException {
        Files.deleteIfExists(filler);
    }

    /** What cannot be counted is not served, since every limit is exact; what was refused is in the log all the same. */
    @Test
    void requestsAreRefusedByNameAndTheirRowsComeOnceThereIsRoom() throws Exception {
        Reply refused = olp.chat(Bodies.chat("sonnet", "hi"));
        while (audit().path("ok").asBoolean(false)) { // what was preallocated holds some rows yet
            refused = olp.chat(Bodies.chat("sonnet", "hi"));
            assertThat(refused.status()).as(refused.text()).isIn(200, 503);
        }
        assertThat(audit().path("failing").asString("")).isEqualTo("full");
        Reply last = olp.chat(Bodies.chat("sonnet", "hi"));
        Refusal.assertIs(last, 503, "overloaded");
        assertThat(last.header("retry-after")).isNotEmpty();
        assertThat(olp.get("/livez").status()).isEqualTo(200);
        assertThat(olp.log()).contains("audit rows could not be written", "a request could not be counted");

        makeRoom();

        await().atMost(PATIENCE).until(() -> audit().path("ok").asBoolean(false));
        assertThat(audit().path("lost_rows").asInt(-1)).isZero();
        assertThat(olp.get("/v0/management/audit").text())
                .contains(refused.header("x-request-id"), last.header("x-request-id"));
        Reply served = olp.chat(Bodies.chat("sonnet", "hi"));
        assertThat(served.status()).as(served.text()).isEqualTo(200);
    }

    private static JsonNode audit() throws IOException {
        return olp.get("/health").json().path("audit");
    }
}
