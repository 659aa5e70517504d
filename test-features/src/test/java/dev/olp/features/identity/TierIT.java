package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The tier that the configuration asks for is given, or nothing is run and the reason told; never less. */
@Tag("identity")
class TierIT {
    @RegisterExtension
    static final OlpServer each =
            OlpServer.with().set("/isolation/tier", "\"per-os-user\"").server();

    @RegisterExtension
    static final OlpServer alone =
            OlpServer.with().set("/isolation/tier", "\"separate-vm\"").server();

    @RegisterExtension
    static final OlpServer preferred = OlpServer.with()
            .set("/isolation/tier", "\"per-os-user\"")
            .set("/isolation/sandbox", "\"preferred\"")
            .server();

    /** Whether this machine has a range of users for this server's user is the machine's matter. */
    @Test
    void a_user_for_each_tenant_or_nothing() throws Exception {
        JsonNode sandbox = each.get("/health").json().path("sandbox");
        Reply reply = each.chat(Bodies.chat("sonnet", "hi"));
        if (sandbox.path("available").booleanValue()) {
            assertThat(reply.status()).as(reply.text()).isEqualTo(200);
            assertThat(sandbox.at("/providers/anthropic/effective_tier").asString(""))
                    .isEqualTo("per-os-user");
        } else {
            assertRefused(reply, sandbox, "per-os-user");
        }
    }

    @Test
    void no_server_can_prove_that_it_is_alone() throws Exception {
        assertRefused(
                alone.chat(Bodies.chat("sonnet", "hi")),
                alone.get("/health").json().path("sandbox"),
                "separate-vm");
    }

    @Test
    void who_prefers_more_gets_what_there_is() throws Exception {
        Reply reply = preferred.chat(Bodies.chat("sonnet", "hi"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(preferred
                        .get("/health")
                        .json()
                        .at("/sandbox/providers/anthropic/effective_tier")
                        .asString(""))
                .isIn("per-os-user", "shared-os-user");
    }

    private static void assertRefused(Reply reply, JsonNode sandbox, String tier) {
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.errorCode()).isEqualTo("sandbox_unavailable");
        assertThat(sandbox.path("remedy").toString()).contains("isolation.tier", tier);
    }
}
