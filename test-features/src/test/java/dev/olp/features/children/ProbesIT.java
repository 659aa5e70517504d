package dev.olp.features.children;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A CLI is asked for its version at the start, apart from every request, and not again while its file is the same (S102, S84). */
class ProbesIT {
    private static final int AT_ONCE = 8;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aCliIsProbedOnceForAllThatUseIt() throws Exception {
        assertThat(olp.get("/v1/models").json().path("data").size()).isPositive();
        assertThat(olp.get("/readyz").status()).isEqualTo(200);

        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> asked = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                asked.add(clients.submit(
                        () -> olp.chat(Bodies.chat("claude-sonnet-4-6", "hi")).status()));
            }
            for (Future<Integer> status : asked) {
                assertThat(status.get()).isEqualTo(200);
            }
        }

        assertThat(olp.allNotes("probes")).containsExactly("--version");
        JsonNode anthropic = olp.get("/health").json().at("/providers/anthropic");
        assertThat(anthropic.path("version").asString("")).isEqualTo("2.1.332");
        assertThat(anthropic.path("tested").booleanValue()).isTrue();
        assertThat(olp.get("/health").json().at("/providers/openai/state").asString(""))
                .isEqualTo("ready");
    }
}
