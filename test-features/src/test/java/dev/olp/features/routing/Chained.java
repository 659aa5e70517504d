package dev.olp.features.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Scenario;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Setup;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A server with stand-ins where codex follows claude, and which remembers what became of them. */
final class Chained {
    static final String CLAUDE = "claude-sonnet-4-6";
    static final String CODEX = "gpt-5.5";

    private Chained() {}

    static Setup setup() {
        return chained(OlpServer.with().standIns().runsApart().remembering());
    }

    /** The same chain over whatever CLIs. */
    static Setup chained(Setup setup) {
        return setup.set("/auth/fallback_detail_header_policy", "\"all\"")
                .set(
                        "/routing/chains/" + CLAUDE,
                        "[{\"provider\":\"anthropic\",\"model\":\"" + CLAUDE
                                + "\"},{\"provider\":\"openai\",\"model\":\"" + CODEX + "\"}]");
    }

    /** Another configuration of both accounts, so that all that was remembered of them is forgotten. */
    static void forget(OlpServer olp) throws IOException {
        olp.edit(config -> List.of("anthropic", "openai").forEach(provider -> toggle(olp, config, provider)));
        assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        assertThat(pauses(olp, "anthropic")).isEmpty();
        assertThat(pauses(olp, "openai")).isEmpty();
    }

    private static void toggle(OlpServer olp, ObjectNode config, String provider) {
        ObjectNode settings = config.withObjectProperty("providers").withObjectProperty(provider);
        boolean first = settings.path("upstream").asString("").contains(Scenario.BY_PROMPT.path());
        String url = olp.upstream().url(first ? Scenario.OK : Scenario.BY_PROMPT);
        settings.put("upstream", provider.equals("openai") ? url + "/v1" : url);
    }

    /** As {@code /health} has it: {@code anthropic} or {@code openai}. */
    static JsonNode health(OlpServer olp, String provider) throws IOException {
        return olp.get("/health").json().path("providers").path(provider);
    }

    static List<JsonNode> pauses(OlpServer olp, String provider) throws IOException {
        return health(olp, provider).path("pauses").valueStream().toList();
    }

    static Reply ask(OlpServer olp, String fault) throws IOException {
        return olp.chat(Bodies.chat(CLAUDE, "{{" + fault + "}}"));
    }

    /** The fault of a plan's window that starts anew after so many seconds. */
    static String spent(long seconds) {
        return "spent:" + (Instant.now().getEpochSecond() + seconds);
    }

    /** How many runs of claude were begun. */
    static int claudes(OlpServer olp) {
        return (int) olp.notes("starts").stream()
                .filter(line -> line.contains("stream-json"))
                .count();
    }
}
