package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Exchange;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a provider's prompt cache can tell one key of another. */
class UpstreamCacheIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer shared =
            OlpServer.with().set("/isolation/upstream_cache", "\"shared\"").server();

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void the_same_prompt_of_two_keys_differs_from_its_first_system_text_on(String model) throws Exception {
        String ada = key(olp, "ada-" + model);
        String bob = key(olp, "bob-" + model);

        String adas = firstText(olp, ada, model);
        assertThat(firstText(olp, bob, model)).isNotEqualTo(adas);
        assertThat(firstText(olp, ada, model)).as("warm for the key itself").isEqualTo(adas);
        assertThat(adas).doesNotContain("ada-").matches("(?s).*[0-9a-f]{16}.*");

        olp.stop();
        olp.start();
        assertThat(firstText(olp, ada, model)).as("after a restart").isEqualTo(adas);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void where_it_is_shared_the_same_prompt_is_the_same(String model) throws Exception {
        String adas = firstText(shared, key(shared, "ada-" + model), model);
        assertThat(firstText(shared, key(shared, "bob-" + model), model)).isEqualTo(adas);
        assertThat(adas).contains("Be brief.");
    }

    /** The first text of the upstream's request that is not the CLI's own, which is the same for all. */
    private static String firstText(OlpServer server, String token, String model) throws IOException {
        server.upstream().forget();
        String body = Bodies.chat(model, false, Bodies.message("system", "Be brief."), Bodies.message("user", "hello"));
        try (RawHttp http = server.connect()) {
            assertThat(http.post("/v1/chat/completions", token, body.getBytes(StandardCharsets.UTF_8))
                            .reply()
                            .status())
                    .isEqualTo(200);
        }
        List<Exchange> calls =
                server.upstream().recorded().stream().filter(RealCli::isCall).toList();
        assertThat(calls).hasSize(1);
        JsonNode request = JsonMapper.shared().readTree(calls.getFirst().body());
        return model.equals("sonnet")
                ? request.at("/system/2/text").asString()
                : request.at("/input/0/content/0/text").asString();
    }

    private static String key(OlpServer server, String name) throws IOException, InterruptedException {
        return server.command("keys", "create", "--name", name).out().strip();
    }
}
