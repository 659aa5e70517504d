package dev.olp.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.Outcome;
import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.RoutePlan;
import dev.olp.routing.RoutePlan.Choice;
import dev.olp.routing.RoutePlan.LeftOut;
import dev.olp.run.HopFailure;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DecisionsTest {
    private static final Hop CLAUDE = new Hop("anthropic", "claude-sonnet-4-6", "work");
    private static final Hop CODEX = new Hop("openai", "gpt-5.5", "default");
    private static final Instant UNTIL = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void where_there_was_nothing_to_decide_nothing_is_kept() {
        RoutePlan alone = new RoutePlan("sonnet", List.of(CLAUDE));

        assertThat(Decisions.of(alone, List.of(), CLAUDE, Outcome.SUCCESS)).isNull();
        assertThat(Decisions.of(alone, List.of(), null, Outcome.CLIENT_GONE)).isNull();
    }

    @Test
    void each_hop_is_told_with_its_login_and_why() {
        RoutePlan plan = new RoutePlan(
                "sonnet",
                List.of(CLAUDE, CODEX),
                List.of(new LeftOut(new Hop("mistral", "devstral-2", "default"), "not_in_scope")),
                Map.of(CLAUDE, Choice.STICKY));

        String text = Decisions.of(plan, List.of(passedOver(CLAUDE)), CODEX, Outcome.SUCCESS);

        assertThat(text).isEqualTo("""
                [{"provider":"mistral","model":"devstral-2","account":"default","did":"left_out","why":"not_in_scope"},\
                {"provider":"anthropic","model":"claude-sonnet-4-6","account":"work","by":"sticky","did":"passed_over",\
                "why":"window_spent","fault":"usage_limit","until":"2026-11-30T12:00:00Z"},\
                {"provider":"openai","model":"gpt-5.5","account":"default","did":"answered"}]""");
    }

    @Test
    void a_hop_that_was_spared_and_tried_later_is_told_twice() {
        RoutePlan plan = new RoutePlan("sonnet", List.of(CLAUDE, CODEX));
        HopFailure spared = HopFailure.spared(CLAUDE, new Skip("soft", "93 %", Fault.of(Fault.Kind.RATE_LIMIT, "x")));
        HopFailure failed = HopFailure.of(CODEX, Fault.of(Fault.Kind.OVERLOADED, "secret words of /root/x"));

        JsonNode all = read(Decisions.of(plan, List.of(spared, failed), CLAUDE, Outcome.SUCCESS));

        assertThat(all.valueStream().map(each -> each.path("did").asString()))
                .containsExactly("spared", "failed", "answered");
        assertThat(all.at("/1/why").asString()).isEqualTo("overloaded");
        assertThat(all.toString()).doesNotContain("secret", "93 %");
    }

    @Test
    void a_hop_that_was_under_way_when_its_client_left_is_told_so() {
        RoutePlan plan = new RoutePlan("sonnet", List.of(CLAUDE, CODEX));

        JsonNode all = read(Decisions.of(plan, List.of(), CLAUDE, Outcome.CLIENT_GONE));

        assertThat(all.at("/0/did").asString()).isEqualTo("left");
        assertThat(all.size()).isOne();
    }

    @Test
    void what_does_not_fit_is_counted() {
        Hop odd = new Hop("anthropic", "mödel-" + "x".repeat(60), "work");
        RoutePlan plan = new RoutePlan("sonnet", List.of(odd));

        String text = Objects.requireNonNull(
                Decisions.of(plan, Collections.nCopies(500, passedOver(odd)), null, Outcome.PROVIDER_FAULT));

        assertThat(text).isASCII().hasSizeLessThanOrEqualTo(2048);
        JsonNode all = read(text);
        assertThat(all.path(all.size() - 1).path("omitted").asInt()).isEqualTo(500 - (all.size() - 1));
    }

    private static HopFailure passedOver(Hop hop) {
        return HopFailure.of(
                hop, new Skip("window_spent", "for the owner", Fault.of(Fault.Kind.USAGE_LIMIT, "its words"), UNTIL));
    }

    private static JsonNode read(@Nullable String text) {
        return JsonMapper.shared().readTree(Objects.requireNonNull(text));
    }
}
