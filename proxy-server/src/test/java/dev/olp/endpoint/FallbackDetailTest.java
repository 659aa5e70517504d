package dev.olp.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.run.HopFailure;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FallbackDetailTest {
    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");

    @Test
    void namesEachHopWithoutTheProvidersOwnWords() {
        String header = FallbackDetail.of(List.of(failure("m-é", "secret path /root/x")), NOW);

        assertThat(header).isPrintable().doesNotContain("/root/x", "é");
        JsonNode hop = JsonMapper.shared().readTree(header).get(0);
        assertThat(hop.get("hop").intValue()).isZero();
        assertThat(hop.get("provider").stringValue()).isEqualTo("anthropic");
        assertThat(hop.get("model").stringValue()).isEqualTo("m-é");
        assertThat(hop.get("code").stringValue()).isEqualTo("overloaded");
        assertThat(hop.get("trigger_type").stringValue()).isEqualTo("overloaded");
    }

    @Test
    void namesWhyAHopWasPassedOver() {
        HopFailure skipped = HopFailure.of(
                new Hop("anthropic", "m", "default"),
                new Skip("window_spent", "for the owner", Fault.of(Fault.Kind.USAGE_LIMIT, "its words")));

        JsonNode hop = JsonMapper.shared()
                .readTree(FallbackDetail.of(List.of(skipped), NOW))
                .get(0);

        assertThat(hop.get("code").stringValue()).isEqualTo("usage_limit_reached");
        assertThat(hop.get("trigger_type").stringValue()).isEqualTo("window_spent");
        assertThat(hop.get("error_message").stringValue()).doesNotContain("its words");
    }

    @Test
    void endsInACountOfWhatDidNotFit() {
        String header = FallbackDetail.of(Collections.nCopies(60, failure("a-model-with-a-name", "x")), NOW);

        assertThat(header.length()).isLessThanOrEqualTo(4096);
        JsonNode all = JsonMapper.shared().readTree(header);
        JsonNode last = all.get(all.size() - 1);
        assertThat(last.get("truncated").booleanValue()).isTrue();
        assertThat(last.get("omitted_hops").intValue()).isEqualTo(60 - (all.size() - 1));
    }

    private static HopFailure failure(String model, String words) {
        return HopFailure.of(new Hop("anthropic", model, "default"), Fault.of(Fault.Kind.OVERLOADED, words));
    }
}
