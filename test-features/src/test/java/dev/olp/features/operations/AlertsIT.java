package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the operator is told without asking, and where the log goes. */
class AlertsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SECRET = "hook-secret-8812";
    private static final List<JsonNode> told = new CopyOnWriteArrayList<>();

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    private static HttpServer hook;

    @BeforeAll
    static void listen() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        hook.createContext("/" + SECRET, exchange -> {
            told.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        hook.start();
        olp.edit(root -> root.withObjectProperty("alerts")
                .put("webhook", "http://127.0.0.1:" + hook.getAddress().getPort() + "/" + SECRET));
        assertThat(olp.post("/v0/management/reload", "").json().path("changed").toString())
                .contains("alerts.webhook");
    }

    @AfterAll
    static void close() {
        hook.stop(0);
    }

    @Test
    void aSpentWindowAndADeadLoginAreToldOnce() throws Exception {
        for (int i = 0; i < 2; i++) {
            olp.chat(Bodies.chat("claude-sonnet-4-6", "{{429-limit}}"));
            olp.chat(Bodies.chat("claude-sonnet-4-6", "{{401}}"));
        }

        await().atMost(PATIENCE).until(() -> told.size() == 2);
        assertThat(told.get(0).path("event").asString("")).isEqualTo("usage_limit_reached");
        assertThat(told.get(0).path("text").asString("")).startsWith("OLP: the plan's window of anthropic");
        assertThat(told.get(1).path("event").asString("")).isEqualTo("login_dead");
        assertThat(told.get(1).path("subject").asString("")).isEqualTo("anthropic/default");
        assertThat(told.get(1).path("text").asString("")).contains("olp login anthropic");
        assertThat(told.get(1).path("version").asString("")).isNotEmpty();
    }

    @Test
    void theUrlIsShownNowhere() throws Exception {
        assertThat(olp.get("/v0/management/config").text())
                .contains("\"webhook\"")
                .doesNotContain(SECRET);
        assertThat(olp.command("config", "print").out())
                .contains("\"webhook\":")
                .doesNotContain(SECRET);
        assertThat(olp.log()).doesNotContain(SECRET);
    }

    @Test
    void theLogIsInAFileOfOursToo() throws Exception {
        var file = olp.home().resolve("logs/olp.log");

        assertThat(Files.readString(file, StandardCharsets.UTF_8)).contains("listening");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void theLevelChangesWhileItRunsAndDebugSaysWhatItMayHold() throws Exception {
        olp.edit(root -> root.withObjectProperty("logs").put("level", "debug"));
        assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        try {
            assertThat(olp.log()).contains("at debug the log may hold what clients send");
        } finally {
            olp.edit(root -> root.withObjectProperty("logs").put("level", "info"));
            assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        }
    }
}
