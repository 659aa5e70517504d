package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code olp selftest} and {@code /health} tell the same: what was attacked, and who may serve. */
@Tag("identity")
class SelftestIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer strict = OlpServer.with()
            .standIns()
            .set("/providers/mistral/accept_tier", "null")
            .server();

    @Test
    void the_sandbox_holds_and_both_clis_are_proven() throws Exception {
        OlpCommand command = olp.command("selftest", "--json");
        assertThat(command.exit()).as(command.err()).isZero();
        assertProven(JsonMapper.shared().readTree(command.out()));
        assertProven(olp.get("/health").json().path("sandbox"));
    }

    private static void assertProven(JsonNode sandbox) {
        assertThat(sandbox.path("active").booleanValue()).isTrue();
        assertThat(sandbox.at("/self_test/failed").size())
                .as(sandbox.toPrettyString())
                .isZero();
        assertThat(sandbox.at("/self_test/passed").asInt(0)).isGreaterThan(90);
        for (String provider : new String[] {"anthropic", "openai"}) {
            JsonNode shown = sandbox.path("providers").path(provider);
            assertThat(shown.path("state").asString("")).isEqualTo("ready");
            assertThat(shown.path("crossTenantReadProtection").asString("")).isEqualTo("tool-suppression");
            assertThat(shown.path("layers").size()).isEqualTo(4);
        }
    }

    @Test
    void what_promises_nothing_is_off_until_the_operator_accepts_that() throws Exception {
        JsonNode shown = strict.get("/health").json().at("/sandbox/providers/mistral");
        assertThat(shown.path("state").asString("")).isEqualTo("off");
        assertThat(shown.path("reason").asString("")).contains("separate-vm", "providers.mistral.accept_tier");
        Reply refused = strict.chat(Bodies.chat("devstral", "hi"));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.errorCode()).isEqualTo("sandbox_unavailable");
        assertThat(strict.notes("starts")).as("nothing was run").isEmpty();
    }
}
