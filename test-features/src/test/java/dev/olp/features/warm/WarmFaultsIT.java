package dev.olp.features.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of processes that wait when something happens to them or to the server. */
@Tag("long")
class WarmFaultsIT {
    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void a_request_is_answered_when_the_process_that_waited_is_dead_or_frozen(String model) throws Exception {
        String provider = WarmServer.provider(model);
        try (WarmServer warm = WarmServer.open()) {
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat(model, "hello"));
            for (String signal : new String[] {"KILL", "STOP"}) {
                Set<Long> waiting = warm.awaitReady(provider);
                signal(signal, waiting);
                warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat(model, "hello after " + signal));
                assertThat(warm.awaitReady(provider)).doesNotContainAnyElementsOf(waiting);
            }
            assertThat(warm.calls()).as("each asked once").hasSize(3);
        }
    }

    @Test
    void another_configuration_throws_away_what_waits() throws Exception {
        try (WarmServer warm = WarmServer.open()) {
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat("sonnet", "hello"));
            Set<Long> waiting = warm.awaitReady("anthropic");
            warm.olp.edit(root -> ((ObjectNode) root.at("/providers/anthropic")).put("queue", 3));
            warm.awaitNone(); // the file is watched
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat("sonnet", "hello"));
            assertThat(warm.taken()).isZero();
            assertThat(warm.awaitReady("anthropic")).doesNotContainAnyElementsOf(waiting);
        }
    }

    @Test
    void a_server_that_is_killed_leaves_none_behind() throws Exception {
        try (WarmServer warm = WarmServer.open()) {
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat("sonnet", "hello"));
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat("gpt-5.5", "hello"));
            warm.awaitReady("anthropic");
            assertThat(warm.awaitReady("openai")).hasSize(2);
            warm.olp.kill();
            warm.awaitNone();
            warm.olp.start();
            warm.olp.assertNothingLeft();
        }
    }

    private static void signal(String name, Set<Long> processes) throws IOException, InterruptedException {
        for (long pid : processes) {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();
        }
    }
}
