package dev.olp.features.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a hop took before it failed was spent for the key too. */
class HopTokensIT {
    private static final String CLAUDE = "claude-sonnet-4-6";

    /** What the stand-in says of its input before anything else. */
    private static final int COUNTED_BEFORE_THE_FAULT = 25;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set(
                    "/routing/chains/" + CLAUDE,
                    "[{\"provider\":\"anthropic\",\"model\":\"" + CLAUDE
                            + "\"},{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}]")
            .server();

    @Test
    void theTokensOfAHopThatFailedCountToo() throws Exception {
        Tenant once = Tenant.create(olp, "one hop");
        Tenant twice = Tenant.create(olp, "two hops");

        Reply direct = once.chat(Bodies.chat("gpt-5.5", "{{failure-counted}}"));
        Reply fallen = twice.chat(Bodies.chat(CLAUDE, "{{failure-counted}}"));

        assertThat(direct.header("x-olp-provider-used")).as(direct.text()).isEqualTo("openai");
        assertThat(fallen.header("x-olp-provider-used")).as(fallen.text()).isEqualTo("openai");
        assertThat(fallen.header("x-olp-fallback-hops")).isEqualTo("1");
        assertThat(tokens(twice)).isGreaterThanOrEqualTo(tokens(once) + COUNTED_BEFORE_THE_FAULT);
    }

    private static int tokens(Tenant tenant) throws IOException {
        return tenant.get("/v1/usage").json().at("/windows/day/tokens/used").asInt(-1);
    }
}
