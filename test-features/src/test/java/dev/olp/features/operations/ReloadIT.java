package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Another {@code config.json} under a running server: whole, or not at all. */
class ReloadIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String RELOAD = "/v0/management/reload";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .runsApart()
            .set("/providers/anthropic/max_concurrent", "1")
            .server();

    private String before = "";

    @BeforeEach
    void remember() throws IOException {
        before = Files.readString(olp.configFile());
    }

    @AfterEach
    void putBack() throws IOException {
        olp.write(before);
        assertThat(olp.post(RELOAD, "").status()).isEqualTo(200);
    }

    private static Reply ask(String model) throws IOException {
        return olp.chat(Bodies.chat(model, "hi"));
    }

    private static void route(ObjectNode root, String model, String provider, String served) {
        root.withObjectProperty("routing")
                .withObjectProperty("chains")
                .withArrayProperty(model)
                .addObject()
                .put("provider", provider)
                .put("model", served);
    }

    @Test
    void anotherChainHoldsFromTheNextRequestOn() throws Exception {
        assertThat(ask(CLAUDE).header("x-olp-provider-used")).isEqualTo("anthropic");
        olp.edit(root -> route(root, CLAUDE, "openai", "gpt-5.5"));

        Reply reloaded = olp.post(RELOAD, "");

        assertThat(reloaded.status()).isEqualTo(200);
        assertThat(reloaded.json().path("reloaded").asBoolean(false)).isTrue();
        assertThat(reloaded.json().path("changed").toString()).contains("routing.chains");
        assertThat(ask(CLAUDE).header("x-olp-provider-used")).isEqualTo("openai");
    }

    @Test
    void aRequestUnderWayEndsUnderTheConfigurationThatItCameInBy() throws Exception {
        try (RawHttp http = olp.connect()) {
            http.chat(Bodies.stream(CLAUDE, "{{slow}}"));
            SseReader events = http.events(http.head());
            events.next();
            olp.edit(root -> root.withObjectProperty("providers")
                    .withObjectProperty("anthropic")
                    .put("enabled", false));
            assertThat(olp.post(RELOAD, "").status()).isEqualTo(200);
            assertThat(ask(CLAUDE).status()).isNotEqualTo(200);

            assertThat(events.all().getLast().isDone()).isTrue();
        }
    }

    @Test
    void moreRoomIsThereForThoseWhoWait() throws Exception {
        try (RawHttp first = olp.connect();
                RawHttp second = olp.connect()) {
            for (RawHttp http : new RawHttp[] {first, second}) {
                http.chat(Bodies.stream(CLAUDE, "{{stall}}"));
            }
            await().atMost(PATIENCE).until(() -> provider().path("queued").asInt(-1) == 1);
            olp.edit(root -> root.withObjectProperty("providers")
                    .withObjectProperty("anthropic")
                    .put("max_concurrent", 2));

            assertThat(olp.post(RELOAD, "").status()).isEqualTo(200);

            await().atMost(PATIENCE).until(() -> provider().path("active").asInt(-1) == 2);
        }
    }

    @Test
    void aBrokenFileChangesNothingAndIsShownUntilItIsMended() throws Exception {
        olp.write("{\"server\": {\"prot\": 1}, \"limits\": {\"default\": {\"concurrent\": 0}}}");

        Reply refused = olp.post(RELOAD, "");

        Refusal.assertIs(refused, 422, "config_refused");
        assertThat(refused.json().at("/error/message").asString(""))
                .contains("server.prot (expected: a known key; did you mean port?)")
                .contains("limits.default.concurrent: 0 (expected: 1-10000)");
        JsonNode state = olp.get("/health").json().path("config");
        assertThat(state.path("ok").asBoolean(true)).isFalse();
        assertThat(state.path("refused_at").isNull()).isFalse();
        assertThat(state.path("problems").size()).isEqualTo(2);
        assertThat(olp.log()).contains("the one before it stays in force");
        assertThat(ask(CLAUDE).status()).isEqualTo(200);

        olp.write(before);
        assertThat(olp.post(RELOAD, "").status()).isEqualTo(200);
        assertThat(olp.get("/health").json().at("/config/ok").asBoolean(false)).isTrue();
    }

    @Test
    void whatOnlyAStartCanTakeRefusesTheWholeFile() throws Exception {
        olp.edit(root -> {
            route(root, CLAUDE, "openai", "gpt-5.5");
            root.withObjectProperty("isolation").put("cli_updates", "approve");
        });

        Reply refused = olp.post(RELOAD, "");

        Refusal.assertIs(refused, 422, "config_refused");
        assertThat(refused.json().at("/error/message").asString("")).contains("isolation.cli_updates", "restart");
        assertThat(ask(CLAUDE).header("x-olp-provider-used")).isEqualTo("anthropic");
    }

    @Test
    void whatWouldBeUnsafeIsRefusedAsAtAStart() throws Exception {
        olp.edit(root -> root.withObjectProperty("auth")
                .put("advertise_anonymous_key", true)
                .put("allow_anonymous", false));

        Reply refused = olp.post(RELOAD, "");

        Refusal.assertIs(refused, 422, "config_refused");
        assertThat(refused.json().at("/error/message").asString("")).contains("auth.advertise_anonymous_key");
    }

    @Test
    void theFileIsNoticedByItself() throws Exception {
        olp.edit(root -> route(root, CLAUDE, "openai", "gpt-5.5"));

        await().atMost(PATIENCE)
                .until(() -> ask(CLAUDE).header("x-olp-provider-used").equals("openai"));
    }

    @Test
    void aHangUpSignalReadsItAnew() throws Exception {
        int reloads = reloads();
        assertThat(new ProcessBuilder("kill", "-HUP", Long.toString(olp.pid()))
                        .start()
                        .waitFor())
                .isZero();

        await().atMost(PATIENCE).until(() -> reloads() > reloads);
    }

    private static int reloads() {
        return olp.log().split("the configuration was read anew", -1).length;
    }

    @Test
    void theCommandTellsWhatChangedAndWhatIsWrong() throws Exception {
        olp.edit(root -> root.withObjectProperty("streaming").put("heartbeat_interval_ms", 9000));
        OlpCommand taken = olp.command("config", "reload");
        assertThat(taken.exit()).as(taken::toString).isZero();
        assertThat(taken.out()).contains("streaming.heartbeat_interval_ms");

        olp.write("{");
        OlpCommand refused = olp.command("config", "reload");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("config.json").contains("stays as it was");
    }

    @Test
    void onlyTheOwnerMay() throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", "guest of the reload");
        String token = made.out().strip();
        try (RawHttp http = olp.connect()) {
            Reply refused = http.post(RELOAD, token, new byte[0]).reply();
            Refusal.assertIs(refused, 403, "owner_required");
        }
    }

    private static JsonNode provider() throws IOException {
        return olp.get("/health").json().at("/providers/anthropic");
    }
}
