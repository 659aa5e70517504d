package dev.olp.features.routing;

import static dev.olp.features.routing.Chained.CLAUDE;
import static dev.olp.features.routing.Chained.ask;
import static dev.olp.features.routing.Chained.claudes;
import static dev.olp.features.routing.Chained.pauses;
import static dev.olp.features.routing.Chained.spent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plan's window that is spent costs one run, and nobody else's time until its reset. */
class SpentWindowIT {
    private static final int AN_HOUR = 3600;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = Chained.setup().server();

    @BeforeEach
    void forget() throws IOException {
        Chained.forget(olp);
    }

    @Test
    void theNextRequestGoesStraightToWhoHasSomethingLeft() throws Exception {
        Reply first = ask(olp, spent(AN_HOUR) + "|ok");
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.header("x-olp-provider-used")).isEqualTo("openai");
        int before = claudes(olp);

        Reply next = ask(olp, "ok");

        assertThat(next.header("x-olp-provider-used")).as(next.text()).isEqualTo("openai");
        assertThat(next.header("x-olp-fallback-hops")).isEqualTo("1");
        JsonNode detail = JsonMapper.shared()
                .readTree(next.header("x-olp-fallback-detail"))
                .get(0);
        assertThat(detail.path("code").asString()).isEqualTo("usage_limit_reached");
        assertThat(detail.path("trigger_type").asString()).isEqualTo("window_spent");
        assertThat(claudes(olp)).isEqualTo(before);
        AuditTable.Row row = new AuditTable(olp).of(next.header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo("SUCCESS");
        assertThat(row.number("hops")).isEqualTo(1);
        assertThat(row.get("tried_providers")).isEmpty();
        JsonNode decisions = olp.get("/v0/management/audit?limit=50")
                .json()
                .path("rows")
                .valueStream()
                .filter(each -> each.path("request_id").asString().equals(next.header("x-request-id")))
                .findFirst()
                .orElseThrow()
                .path("decisions");
        assertThat(decisions.at("/0/did").asString()).isEqualTo("passed_over");
        assertThat(decisions.at("/0/why").asString()).isEqualTo("window_spent");
        assertThat(decisions.at("/0/until").asString())
                .isEqualTo(pauses(olp, "anthropic").getFirst().path("reset_at").asString());
        assertThat(decisions.at("/1/did").asString()).isEqualTo("answered");
        assertThat(olp.command("audit", "tail").out())
                .contains("anthropic/claude-sonnet-4-6 (default): passed_over, window_spent, usage_limit, until");
        assertThat(olp.command("audit", "export").out()).contains("\"why\":\"window_spent\"");
        assertThat(olp.command("audit", "query", "--json").out()).contains("\"why\":\"window_spent\"");
        assertThat(olp.command("audit", "verify").exit()).isZero();
    }

    @Test
    void whoHasNoOtherProviderIsToldTheResetAtOnce() throws Exception {
        Instant reset = Instant.ofEpochSecond(Instant.now().getEpochSecond() + AN_HOUR);
        Reply first = olp.chat(Bodies.chat("claude-haiku-4-5", "{{spent:" + reset.getEpochSecond() + "}}"));
        assertThat(first.status()).isEqualTo(429);
        int before = claudes(olp);

        Reply next = olp.chat(Bodies.chat("claude-haiku-4-5", "hi"));

        Refusal.assertIs(next, 429, "usage_limit_reached");
        assertThat(next.header("x-olp-reset-at")).isEqualTo(reset.toString());
        assertThat(next.header("x-should-retry")).isEqualTo("false");
        assertThat(next.text()).contains(reset.toString());
        assertThat(claudes(olp)).isEqualTo(before);
        AuditTable.Row row = new AuditTable(olp).of(next.header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo("PROVIDER_FAULT");
        assertThat(row.get("error_code")).isEqualTo("usage_limit_reached");
    }

    @Test
    void isShownToTheOwner() throws Exception {
        ask(olp, spent(AN_HOUR) + "|ok");

        JsonNode pause = pauses(olp, "anthropic").getFirst();
        assertThat(pause.path("account").asString()).isEqualTo("default");
        assertThat(pause.path("reason").asString()).isEqualTo("window_spent");
        assertThat(Chained.health(olp, "anthropic").path("breaker").asString()).isEqualTo("closed");
        JsonNode explained = olp.get("/v0/management/chains?model=" + CLAUDE).json();
        JsonNode obstacle = explained.at("/hops/0/obstacles/0");
        assertThat(obstacle.path("code").asString()).isEqualTo("window_spent");
        assertThat(obstacle.path("until")).isEqualTo(pause.path("reset_at"));
        assertThat(explained.at("/next/provider").asString()).isEqualTo("openai");
        assertThat(olp.get("/metrics").text())
                .contains("olp_accounts_paused{gen_ai_provider_name=\"anthropic\"} 1.0")
                .contains("olp_accounts_paused{gen_ai_provider_name=\"openai\"} 0.0");
        assertThat(olp.command("chains", "explain", CLAUDE).out()).contains("window is spent");
    }

    @Test
    void aRestartForgetsNothing() throws Exception {
        ask(olp, spent(AN_HOUR) + "|ok");
        olp.stop();
        olp.start();

        Reply next = ask(olp, "ok");

        assertThat(next.header("x-olp-provider-used")).as(next.text()).isEqualTo("openai");
        assertThat(claudes(olp)).isZero();
    }

    @Test
    void afterTheResetOneTriesAndThenAllDo() throws Exception {
        ask(olp, spent(2) + "|ok");
        await().atMost(PATIENCE)
                .until(() -> ask(olp, "slow|ok").header("x-olp-provider-used").equals("anthropic"));

        assertThat(pauses(olp, "anthropic")).isEmpty();
        assertThat(ask(olp, "ok").header("x-olp-provider-used")).isEqualTo("anthropic");
    }

    @Test
    void whileOneTriesTheOthersGoElsewhere() throws Exception {
        ask(olp, spent(1) + "|ok");
        await().atMost(PATIENCE)
                .until(() -> Instant.now()
                        .isAfter(Instant.parse(pauses(olp, "anthropic")
                                .getFirst()
                                .path("until")
                                .asString())));
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            int before = claudes(olp);
            Future<Reply> probe = clients.submit(() -> ask(olp, "late-exit|ok"));
            await().atMost(PATIENCE)
                    .until(() ->
                            pauses(olp, "anthropic").getFirst().path("probing").asBoolean());

            Reply other = ask(olp, "ok");

            assertThat(other.header("x-olp-provider-used")).as(other.text()).isEqualTo("openai");
            assertThat(probe.get().header("x-olp-provider-used")).isEqualTo("openai");
            assertThat(claudes(olp)).isEqualTo(before + 1);
        }
    }

    @Test
    void inTheMiddleOfTenAtOnceEachIsAnswered() throws Exception {
        String fault = spent(AN_HOUR) + "|ok";
        List<Callable<Reply>> ten = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ten.add(() -> ask(olp, fault));
        }
        int before = claudes(olp);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> reply : clients.invokeAll(ten)) {
                assertThat(reply.get().status()).as(reply.get().text()).isEqualTo(200);
                assertThat(reply.get().header("x-olp-provider-used")).isEqualTo("openai");
                assertThat(reply.get().header("x-olp-fallback-hops")).isEqualTo("1");
            }
        }
        // two run at once, and who waited for their slots learns what they met
        assertThat(claudes(olp) - before).isBetween(1, 4);
        assertThat(pauses(olp, "anthropic")).hasSize(1);
        assertThat(ask(olp, "ok").header("x-olp-provider-used")).isEqualTo("openai");
    }

    /** Two are under way, and are answered; the eight that wait for their slots meet the end of the window. */
    @Test
    void amidTenAtOnceThoseThatHadBegunAreAnsweredAndTheOthersGoElsewhere() throws Exception {
        int before = claudes(olp);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> begun = new ArrayList<>();
            List<Future<Reply>> waiting = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                begun.add(clients.submit(() -> ask(olp, "slow|ok")));
            }
            await().atMost(PATIENCE).until(() -> claudes(olp) == before + 2);
            String fault = spent(AN_HOUR) + "|ok";
            for (int i = 0; i < 8; i++) {
                waiting.add(clients.submit(() -> ask(olp, fault)));
            }

            for (Future<Reply> each : begun) {
                assertThat(each.get().header("x-olp-provider-used"))
                        .as(each.get().text())
                        .isEqualTo("anthropic");
            }
            for (Future<Reply> each : waiting) {
                assertThat(each.get().header("x-olp-provider-used"))
                        .as(each.get().text())
                        .isEqualTo("openai");
            }
        }
        assertThat(claudes(olp) - before).isBetween(3, 6);
    }

    @Test
    void anotherConfigurationOfTheAccountBeginsAnew() throws Exception {
        ask(olp, spent(AN_HOUR) + "|ok");
        Chained.forget(olp);

        assertThat(ask(olp, "ok").header("x-olp-provider-used")).isEqualTo("anthropic");
    }
}
