package dev.olp.features.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Ordinary answers of the real CLIs tell of the plan, at no cost. */
class QuotaIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    private final Instant reset = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofHours(3));
    private final Instant later = reset.plus(Duration.ofDays(2));

    @BeforeEach
    void tell() {
        olp.upstream().plan(PlanHeaders.claude(0.37, 0.62, reset));
    }

    @Test
    void what_claudes_provider_says_is_shown_everywhere() throws Exception {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        answered("claude-sonnet-4-6");

        JsonNode quota = quota("anthropic");
        assertThat(quota.path("account").stringValue()).isEqualTo("default");
        assertThat(quota.path("status").stringValue()).isEqualTo("live");
        assertThat(Instant.parse(quota.path("observed_at").stringValue())).isBetween(before, Instant.now());
        assertThat(quota.at("/utilization/5h").asDouble()).isCloseTo(0.37, within(1e-9));
        assertThat(quota.at("/utilization/7d").asDouble()).isCloseTo(0.62, within(1e-9));
        assertThat(quota.at("/reset/5h").stringValue()).isEqualTo(reset.toString());
        assertThat(quota.at("/reset/overall").stringValue()).isEqualTo(reset.toString());
        assertThat(quota.at("/reset/overage").isNull()).isTrue();
        assertThat(quota.path("representative_claim").stringValue()).isEqualTo("five_hour");
        assertThat(quota.path("plan_status").stringValue()).isEqualTo("allowed");
        assertThat(quota.at("/overage/disabled_reason").stringValue()).isEqualTo("org_level_disabled");
        assertThat(quota.path("failure").isNull()).isTrue();

        assertThat(olp.get("/health").json().at("/providers/anthropic/quota")).isEqualTo(quota);
        assertThat(olp.get("/v0/management/providers").json().at("/providers/anthropic/accounts/default/quota"))
                .isEqualTo(quota);
        assertThat(olp.get("/v0/management/dashboard-data").json().path("quota_v2"))
                .contains(quota);
        assertThat(olp.get("/metrics").text())
                .contains(
                        "olp_quota_utilization_ratio{account=\"default\",gen_ai_provider_name=\"anthropic\",window=\"5h\"} 0.37",
                        "olp_quota_live{account=\"default\",gen_ai_provider_name=\"anthropic\"} 1.0");
        assertThat(olp.command("providers").out()).containsPattern("anthropic +default +live +5h +37 % +2 h 59 min");
    }

    @Test
    void what_codexs_provider_says_is_shown() throws Exception {
        olp.upstream().plan(PlanHeaders.codex(13, 81, later));
        answered("gpt-5.5");

        JsonNode quota = quota("openai");
        assertThat(quota.path("status").stringValue()).isEqualTo("live");
        assertThat(quota.at("/utilization/5h").asDouble()).isCloseTo(0.13, within(1e-9));
        assertThat(quota.at("/utilization/7d").asDouble()).isCloseTo(0.81, within(1e-9));
        assertThat(quota.at("/reset/7d").stringValue()).isEqualTo(later.toString());
        assertThat(quota.path("representative_claim").isNull()).isTrue();
    }

    @Test
    void a_provider_that_tells_nothing_is_unavailable_and_never_fine() throws Exception {
        JsonNode quota = quota("mistral");

        assertThat(quota.path("status").stringValue()).isEqualTo("unavailable");
        assertThat(quota.at("/utilization/5h").isNull()).isTrue();
        assertThat(quota.at("/failure/code").stringValue()).isEqualTo("unavailable");
    }

    @Test
    void a_schema_that_changed_is_told_as_drift_and_not_guessed() throws Exception {
        answered("claude-sonnet-4-6");
        Map<String, String> changed = PlanHeaders.claude(0.4, 0.7, reset);
        changed.put(PlanHeaders.UNIFIED + "5h-utilization", "forty percent");
        changed.put(PlanHeaders.UNIFIED + "12h-utilization", "0.2");
        olp.upstream().plan(changed);
        answered("claude-sonnet-4-6");

        JsonNode quota = quota("anthropic");
        assertThat(quota.at("/failure/code").stringValue()).isEqualTo("drift");
        assertThat(quota.at("/failure/message").stringValue())
                .contains("5h-utilization: forty percent", "12h-utilization");
        assertThat(quota.at("/utilization/7d").asDouble()).isCloseTo(0.7, within(1e-9));
        assertThat(quota.at("/utilization/5h").asDouble())
                .as("the last that was understood, of the same window")
                .isCloseTo(0.37, within(1e-9));
        assertThat(olp.get("/metrics").text())
                .contains("olp_quota_drift{account=\"default\",gen_ai_provider_name=\"anthropic\"} 1.0");

        tell();
        answered("claude-sonnet-4-6");
        assertThat(quota("anthropic").path("failure").isNull()).isTrue();
    }

    @Test
    void a_spent_plan_is_told_with_its_reset() throws Exception { // S115
        Map<String, String> spent = PlanHeaders.claude(1, 0.7, reset);
        spent.put(PlanHeaders.UNIFIED + "status", "rejected");
        spent.put(PlanHeaders.UNIFIED + "5h-status", "rejected");
        olp.upstream().plan(spent);

        assertThat(olp.chat(Bodies.chat("claude-opus-4-7", "{{429-limit}}")).status())
                .isEqualTo(429);

        JsonNode quota = quota("anthropic");
        assertThat(quota.path("plan_status").stringValue()).isEqualTo("rejected");
        assertThat(quota.at("/utilization/5h").asDouble()).isEqualTo(1);
        assertThat(quota.at("/reset/overall").stringValue()).isEqualTo(reset.toString());
    }

    private static void answered(String model) throws IOException {
        Reply reply = olp.chat(Bodies.chat(model, "hello"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    }

    private static JsonNode quota(String provider) throws IOException {
        JsonNode document = olp.get("/v0/management/quota").json();
        assertThat(document.path("generated_at").isString()).isTrue();
        for (JsonNode entry : document.path("quota_v2")) {
            if (entry.path("provider").stringValue().equals(provider)) {
                return entry;
            }
        }
        throw new AssertionError("no " + provider + " in " + document);
    }
}
