package dev.olp.features.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.AuditRecord;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plan near its end is spared while somebody else can answer. */
class SoftTriggerIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .set("/auth/fallback_detail_header_policy", "\"all\"")
            .set(
                    "/routing/chains",
                    "{\"claude-sonnet-4-6\": [{\"provider\": \"anthropic\", \"model\": \"claude-sonnet-4-6\"},"
                            + " {\"provider\": \"openai\", \"model\": \"gpt-5.5\"}]}")
            .set("/routing/soft_triggers", "{\"anthropic\": {\"five_hour_window_percent_threshold\": 90}}")
            .server();

    private final Instant reset = Instant.now().plus(Duration.ofHours(3));

    @Test
    void the_next_hop_answers_until_it_cannot() throws Exception {
        say(0.89);
        assertThat(served("hello")).as("below the threshold").isEqualTo("anthropic");
        say(0.95);
        assertThat(served("hello")).as("not known before it is told").isEqualTo("anthropic");

        Reply spared = olp.chat(Bodies.chat("claude-sonnet-4-6", "hello"));
        assertThat(spared.status()).as(spared.text()).isEqualTo(200);
        assertThat(spared.header("x-olp-provider-used")).isEqualTo("openai");
        assertThat(spared.header("x-olp-fallback-hops")).isEqualTo("1");
        JsonNode detail = JsonMapper.shared().readTree(spared.header("x-olp-fallback-detail"));
        assertThat(detail.get(0).path("provider").stringValue()).isEqualTo("anthropic");
        assertThat(detail.get(0).path("trigger_type").stringValue()).isEqualTo("soft");

        AuditRecord row = ledger(spared);
        assertThat(row.decisions()).isEqualTo("""
                [{"provider":"anthropic","model":"claude-sonnet-4-6","account":"default","did":"spared","why":"soft"},\
                {"provider":"openai","model":"gpt-5.5","account":"default","did":"answered"}]""");

        // what a request does and what it is said to do are one
        JsonNode explained =
                olp.get("/v0/management/chains?model=claude-sonnet-4-6").json();
        assertThat(explained.at("/next/provider").stringValue()).isEqualTo("openai");
        assertThat(explained.at("/hops/0/usable").asBoolean()).isTrue();
        assertThat(explained.at("/hops/0/turn").asInt()).isEqualTo(2);
        assertThat(explained.at("/hops/0/spared/code").stringValue()).isEqualTo("soft");
        assertThat(explained.at("/hops/1/turn").asInt()).isOne();
        assertThat(explained.at("/hops/1/spared").isNull()).isTrue();
        assertThat(olp.command("chains", "explain", "claude-sonnet-4-6").out())
                .contains("would be tried after it, to be spared: 95 % of the five-hour window is used");

        JsonNode dashboard = olp.get("/v0/management/dashboard-data").json();
        assertThat(dashboard.at("/window_24h/requests").asInt()).isEqualTo(3);
        assertThat(dashboard.at("/window_24h/providers/0/provider").stringValue())
                .isEqualTo("anthropic");
        assertThat(dashboard.at("/window_24h/providers/0/requests").asInt()).isEqualTo(2);
        assertThat(dashboard.at("/window_24h/without_provider/requests").asInt())
                .isPositive();
        assertThat(dashboard.at("/cache_hit_24h/hits").asInt()).isZero();
        assertThat(dashboard.path("spend_trend_30d").size()).isEqualTo(30);
        assertThat(dashboard.at("/spend_trend_30d/29/tokens").asInt()).isPositive();
        assertThat(dashboard.path("top_fallback_chains_24h").toString())
                .isEqualTo("[{\"chain\":\"claude-sonnet-4-6\",\"provider\":\"openai\",\"model\":\"gpt-5.5\","
                        + "\"requests\":1,\"errors\":0}]");

        // whoever is alone in its chain answers all the same
        Reply alone = olp.chat(Bodies.chat("claude-opus-4-7", "hello"));
        assertThat(alone.status()).as(alone.text()).isEqualTo(200);
        assertThat(alone.header("x-olp-provider-used")).isEqualTo("anthropic");
        assertThat(ledger(alone).decisions()).isNull();
        assertThat(olp.get("/v0/management/chains?model=claude-opus-4-7")
                        .json()
                        .at("/next/provider")
                        .stringValue())
                .isEqualTo("anthropic");

        // the fake answers by the prompt, so both are asked and both fail: the one that was spared comes last
        Reply failed = olp.chat(Bodies.chat("claude-sonnet-4-6", "{{500}}"));
        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.header("x-olp-provider-used")).isEqualTo("anthropic");
    }

    private static AuditRecord ledger(Reply reply) {
        try (Ledger ledger = Ledger.of(olp.home())) {
            return ledger.row(reply);
        }
    }

    private void say(double fiveHours) {
        Map<String, String> both = PlanHeaders.claude(fiveHours, 0.2, reset);
        both.putAll(PlanHeaders.codex(5, 5, reset));
        olp.upstream().plan(both);
    }

    private static String served(String prompt) throws IOException {
        Reply reply = olp.chat(Bodies.chat("claude-sonnet-4-6", prompt));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.header("x-olp-provider-used");
    }
}
