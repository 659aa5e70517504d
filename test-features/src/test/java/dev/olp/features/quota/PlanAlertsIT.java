package dev.olp.features.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operator is told of a window before it is spent, once. */
class PlanAlertsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final List<String> told = new CopyOnWriteArrayList<>();

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    private static HttpServer hook;

    private final Instant reset = Instant.now().plus(Duration.ofHours(3)).truncatedTo(ChronoUnit.SECONDS);

    @BeforeAll
    static void listen() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        hook.createContext("/", exchange -> {
            JsonNode alert =
                    JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            told.add(
                    alert.path("event").asString() + " " + alert.path("subject").asString() + " "
                            + alert.path("text").asString());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        hook.start();
        olp.edit(root -> root.withObjectProperty("alerts")
                .put("webhook", "http://127.0.0.1:" + hook.getAddress().getPort() + "/")
                .put("plan_percent_threshold", 80));
        assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
    }

    @AfterAll
    static void close() {
        hook.stop(0);
    }

    @Test
    void eachWindowIsToldOnceAlsoAfterARestart() throws Exception {
        say(0.79, 0.2);
        say(0.81, 0.2);
        await().atMost(PATIENCE).until(() -> told.size() == 1);
        assertThat(told.getFirst())
                .isEqualTo("plan_nearly_spent anthropic/default OLP: 81 % of the five-hour window of anthropic"
                        + " (account default) is used; it starts anew at " + reset);

        say(0.92, 0.2);
        olp.stop();
        olp.start();
        say(0.93, 0.85);
        await().atMost(PATIENCE).until(() -> told.size() == 2);
        assertThat(told.getLast()).contains("85 % of the weekly window");

        say(1.0, 0.85);
        await().atMost(PATIENCE).until(() -> told.size() == 3);
        assertThat(told.getLast())
                .startsWith("usage_limit_reached anthropic/default")
                .contains("until " + reset);
    }

    private void say(double fiveHours, double sevenDays) throws IOException {
        olp.upstream().plan(PlanHeaders.claude(fiveHours, sevenDays, reset));
        assertThat(olp.chat(Bodies.chat("claude-sonnet-4-6", "hello")).status()).isEqualTo(200);
    }
}
