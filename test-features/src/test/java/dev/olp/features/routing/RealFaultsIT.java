package dev.olp.features.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Scenario;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Each line of {@code real-faults.tsv}: the provider of one real CLI has a fault, and the other real CLI comes next. */
@Tag("long")
class RealFaultsIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";
    private static final String CODEX_FIRST = "gpt-5.4";
    private static final Map<String, String> PROVIDERS = Map.of("claude", "anthropic", "codex", "openai");
    private static final int BRIEFLY_MS = 2500;
    private static final int LONG_MS = 60_000;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .runsApart()
            .remembering()
            .set("/auth/fallback_detail_header_policy", "\"all\"")
            .set("/routing/breaker/faults", "1")
            .set("/routing/chains/" + Chained.CLAUDE, chain(true))
            .set("/routing/chains/" + CODEX_FIRST, chain(false))
            .server();

    private static int generation;

    static List<FaultLine> lines() throws IOException {
        return FaultLine.all("real-faults.tsv");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void endsAsTheTableSays(FaultLine line) throws Exception {
        String faulty = Objects.requireNonNull(PROVIDERS.get(line.place()));
        begin(faulty, line);
        String prompt = faulty.equals("anthropic") ? line.fault() + "|ok" : "ok|" + line.fault();
        String model = faulty.equals("anthropic") ? Chained.CLAUDE : CODEX_FIRST;
        String text = "hello {{" + prompt + "}}";

        Reply reply = olp.chat(line.streamed() ? Bodies.stream(model, text) : Bodies.chat(model, text));

        FaultEnd.assertIs(olp, line, reply, faulty, ANSWER);
    }

    /** Accounts of which nothing is remembered, since they lie elsewhere; and short time limits for who hangs. */
    private static void begin(String faulty, FaultLine line) throws Exception {
        generation++;
        olp.edit(config -> {
            for (String provider : PROVIDERS.values()) {
                ObjectNode settings = config.withObjectProperty("providers").withObjectProperty(provider);
                String url = olp.upstream().url(Scenario.BY_PROMPT) + "/" + generation;
                int limit = line.hangs() && provider.equals(faulty) ? BRIEFLY_MS : LONG_MS;
                settings.put("upstream", provider.equals("openai") ? url + "/v1" : url)
                        .put("first_output_timeout_ms", limit)
                        .put("idle_timeout_ms", limit);
            }
        });
        if (line.fault().equals("401")) {
            olp.stop(); // that a login is dead is forgotten by a restart alone
            olp.start();
        } else {
            assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        }
        for (String provider : PROVIDERS.values()) {
            assertThat(Chained.pauses(olp, provider)).isEmpty();
        }
    }

    private static String chain(boolean claudeFirst) {
        List<Map<String, String>> hops = List.of(
                Map.of("provider", "anthropic", "model", Chained.CLAUDE),
                Map.of("provider", "openai", "model", Chained.CODEX));
        return JsonMapper.shared().writeValueAsString(claudeFirst ? hops : hops.reversed());
    }
}
