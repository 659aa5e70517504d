package dev.olp.features.routing;

import static dev.olp.features.routing.Chained.ask;
import static dev.olp.features.routing.Chained.claudes;
import static dev.olp.features.routing.Chained.health;
import static dev.olp.features.routing.Chained.pauses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A provider that fails now and then, or for a while: nobody notices, and it is not asked in vain. */
class FlappingIT {
    private static final int FAULTS = 3;
    private static final long PAUSE_MS = 700;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = Chained.setup()
            .set("/routing/breaker/faults", Integer.toString(FAULTS))
            .set("/routing/breaker/pause_ms", Long.toString(PAUSE_MS))
            .set("/providers/anthropic/first_output_timeout_ms", "4000")
            .server();

    @BeforeEach
    void forget() throws IOException {
        Chained.forget(olp);
    }

    @Test
    void oneThatAnswersInBetweenIsAskedEachTime() throws IOException {
        int before = claudes(olp);
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < FAULTS; i++) {
                assertAnsweredBy("openai", ask(olp, "exit:1|ok"));
            }
            assertAnsweredBy("anthropic", ask(olp, "ok"));
        }

        assertThat(claudes(olp) - before).isEqualTo(3 * FAULTS);
        assertThat(health(olp, "anthropic").path("breaker").asString()).isEqualTo("closed");
    }

    /** S112: that it said nothing in time proves nothing of its login, and little of it. */
    @Test
    void oneThatWasSlowOnceIsAsHealthyAsBefore() throws IOException {
        assertAnsweredBy("anthropic", ask(olp, "ok"));

        assertAnsweredBy("openai", ask(olp, "silent|ok"));

        JsonNode health = health(olp, "anthropic");
        assertThat(health.path("state").asString()).isEqualTo("ready");
        assertThat(health.path("login").asString()).isEqualTo("valid");
        assertThat(health.path("breaker").asString()).isEqualTo("closed");
        assertThat(health.path("pauses").isEmpty()).isTrue();
        assertAnsweredBy("anthropic", ask(olp, "ok"));
    }

    @Test
    void oneThatFailsInARowIsLeftAloneUntilOneTryIsAnswered() throws IOException {
        JsonNode pause = open();
        int before = claudes(olp);
        if (Instant.now().isBefore(until(pause))) { // on a slow machine the pause may be over
            Reply meanwhile = ask(olp, "ok");
            if (Instant.now().isBefore(until(pause))) {
                assertAnsweredBy("openai", meanwhile);
                assertThat(claudes(olp)).isEqualTo(before);
            }
        }

        awaitItsEnd(pause);
        assertAnsweredBy("anthropic", ask(olp, "ok"));

        assertThat(pauses(olp, "anthropic")).isEmpty();
        assertThat(health(olp, "anthropic").path("breaker").asString()).isEqualTo("closed");
        assertAnsweredBy("anthropic", ask(olp, "ok"));
    }

    @Test
    void eachTryThatFailsDoublesThePause() throws IOException {
        JsonNode pause = open();
        for (long times = 1; times <= 2; times++) {
            assertThat(length(pause)).isEqualTo(PAUSE_MS * times);
            awaitItsEnd(pause);
            int before = claudes(olp);

            assertAnsweredBy("openai", ask(olp, "failure:529|ok"));

            assertThat(claudes(olp)).as("one try").isEqualTo(before + 1);
            pause = pauses(olp, "anthropic").getFirst();
        }
    }

    /** Its faults in a row. */
    private static JsonNode open() throws IOException {
        for (int i = 0; i < FAULTS; i++) {
            assertAnsweredBy("openai", ask(olp, "exit:1|ok"));
        }
        JsonNode pause = pauses(olp, "anthropic").getFirst();
        assertThat(pause.path("reason").asString()).isEqualTo("breaker_open");
        return pause;
    }

    private static void awaitItsEnd(JsonNode pause) {
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(until(pause)));
    }

    private static Instant until(JsonNode pause) {
        return Instant.parse(pause.path("until").asString());
    }

    private static long length(JsonNode pause) {
        return Duration.between(Instant.parse(pause.path("since").asString()), until(pause))
                .toMillis();
    }

    private static void assertAnsweredBy(String provider, Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.header("x-olp-provider-used")).isEqualTo(provider);
    }
}
