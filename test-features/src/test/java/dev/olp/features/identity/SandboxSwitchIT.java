package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The rungs below a sandbox that holds: a machine that cannot make one, and an operator who switches it off. */
@Tag("identity")
class SandboxSwitchIT {
    @Test
    void a_machine_without_bubblewrap_runs_nothing_and_says_why() throws Exception {
        OlpServer olp = OlpServer.with().withoutBubblewrap().server();
        try {
            olp.open();
            Reply refused = olp.chat(Bodies.chat("sonnet", "hi"));
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(refused.errorCode()).isEqualTo("sandbox_unavailable");
            assertThat(refused.text()).doesNotContain("/usr/bin");
            assertThat(olp.get("/livez").status()).isEqualTo(200);
            JsonNode sandbox = olp.get("/health").json().path("sandbox");
            assertThat(sandbox.path("available").booleanValue()).isFalse();
            assertThat(sandbox.path("posture").asString("")).isEqualTo("off");
            assertThat(sandbox.path("remedy").toString()).contains("bwrap");
            assertThat(sandbox.at("/providers/anthropic/state").asString("")).isEqualTo("off");
            assertThat(olp.upstream().recorded()).isEmpty();
        } finally {
            olp.close();
        }
    }

    /** Off turns off the outer sandbox and nothing else: claude still goes through its gateway, codex could not. */
    @Test
    void off_is_for_claude_alone_and_never_for_root() throws Exception {
        OlpServer olp =
                OlpServer.with().environment("OLP_SANDBOX_DISABLED", "1").server();
        if (isRoot()) {
            assertThat(refusalOf(olp)).contains("its children would be root");
            return;
        }
        try {
            olp.open();
            JsonNode sandbox = olp.get("/health").json().path("sandbox");
            assertThat(sandbox.path("active").booleanValue()).isFalse();
            assertThat(sandbox.path("posture").asString("")).isEqualTo("off");
            assertThat(sandbox.at("/providers/anthropic/crossTenantReadProtection")
                            .asString(""))
                    .isEqualTo("none");
            assertThat(olp.log()).contains("WITHOUT the outer sandbox");
            Reply claude = olp.chat(Bodies.chat("sonnet", "hi"));
            assertThat(claude.status()).as(claude.text()).isEqualTo(200);
            Reply codex = olp.chat(Bodies.chat("gpt-5.5", "hi"));
            assertThat(codex.status()).isEqualTo(503);
            assertThat(codex.errorCode()).isEqualTo("sandbox_unavailable");
        } finally {
            olp.close();
        }
    }

    private static String refusalOf(OlpServer olp) throws Exception {
        try {
            olp.open();
            return "it started";
        } catch (AssertionError ended) {
            return String.valueOf(ended.getMessage());
        } finally {
            olp.close();
        }
    }

    private static boolean isRoot() throws IOException {
        return Map.of("uid", 0).equals(Files.readAttributes(Path.of("/proc/self"), "unix:uid"));
    }
}
