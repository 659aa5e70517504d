package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Filler;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A machine that is not as it should be: named, and never a stack trace. */
@Tag("identity")
class HostTroubleIT {
    private static final String CHAT = Bodies.chat("sonnet", "hi");

    @Test
    void without_user_namespaces_nothing_is_run_and_it_says_what_to_do() throws Exception {
        OlpServer olp = OlpServer.with().withoutUserNamespaces().server();
        try {
            olp.open();
            Refusal.assertIs(olp.chat(CHAT), 503, "sandbox_unavailable");
            JsonNode sandbox = olp.get("/health").json().path("sandbox");
            assertThat(sandbox.at("/providers/anthropic/state").asString("")).isEqualTo("off");
            assertThat(sandbox.path("remedy").toString())
                    .as(sandbox.toString())
                    .contains("user.max_user_namespaces=10000");
            assertThat(olp.upstream().recorded()).isEmpty();
            assertNoStackTrace(olp);
        } finally {
            olp.close();
        }
    }

    @Test
    void where_runs_have_no_room_each_is_refused_until_there_is() throws Exception {
        OlpServer olp = OlpServer.with().runtimeOfMebibytes(8).server();
        try {
            olp.open();
            Path filler = Filler.fill(olp.seen(olp.runtimeFolder()));
            Reply refused = olp.chat(CHAT);
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(refused.text()).doesNotContain("/dev/shm");
            assertNoStackTrace(olp);

            Files.delete(filler);

            Reply served = olp.chat(CHAT);
            assertThat(served.status()).as(() -> served.text() + olp.log()).isEqualTo(200);
            olp.assertNothingLeft();
        } finally {
            olp.close();
        }
    }

    @Test
    void nothing_is_needed_of_the_machines_tmp() throws Exception {
        OlpServer olp = OlpServer.with().withReadOnlyTmp().server();
        try {
            olp.open();
            Reply served = olp.chat(CHAT);
            assertThat(served.status()).as(() -> served.text() + olp.log()).isEqualTo(200);
        } finally {
            olp.close();
        }
    }

    private static void assertNoStackTrace(OlpServer olp) {
        assertThat(olp.log()).doesNotContain("\tat ");
    }
}
