package dev.olp.features.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.features.support.NodeScript;
import dev.olp.features.support.OlpServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OpenAI's own client, by its Responses API, over the real claude and the real codex. */
class ResponsesClientIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void openai_for_node(@TempDir Path folder) throws Exception {
        String url = "http://127.0.0.1:" + olp.port() + "/v1";
        JsonNode told = NodeScript.run(folder, "openai-responses.mjs", url, OlpServer.OWNER_TOKEN, "sonnet", "gpt-5.5");

        assertThat(told.path("whole").toString())
                .isEqualTo("{\"text\":\"" + ANSWER + "\",\"status\":\"completed\",\"tokens\":40}");
        JsonNode streamed = told.path("streamed");
        assertThat(streamed.path("text").asString("")).isEqualTo(ANSWER);
        assertThat(streamed.path("final").asString("")).isEqualTo(ANSWER);
        assertThat(streamed.path("gapless").booleanValue()).isTrue();
        assertThat(streamed.path("tokens").asInt()).isEqualTo(40);
        assertThat(told.path("next").toString())
                .isEqualTo("{\"text\":\"" + ANSWER + "\",\"previous\":true,\"same\":true}");
        String arguments = JsonMapper.shared()
                .createObjectNode()
                .put("town", FakeUpstream.ARGUMENT)
                .toString();
        assertThat(told.path("called"))
                .extracting(call -> call.path(0).asString("") + " "
                        + call.path(1).asString("") + " " + call.path(2).asString(""))
                .containsExactly("one " + arguments + " completed", "two " + arguments + " completed");
        assertThat(told.path("answered").asString("")).isEqualTo(ANSWER);
        assertThat(told.path("cancelled").asString("")).isEqualTo("true");
        assertRefusal(told.path("gone"), "NotFoundError", 404, "response_not_found");
        assertRefusal(told.path("badKey"), "AuthenticationError", 401, "invalid_api_key");
        assertRefusal(told.path("limited"), "RateLimitError", 429, "usage_limit_reached");
        assertThat(told.path("failed").path("class").asString("")).isEqualTo("InternalServerError");
        assertThat(told.at("/midway/answered/status").asString("")
                        + told.at("/midway/class").asString(""))
                .as(told.path("midway").toString())
                .isNotEqualTo("completed");
    }

    private static void assertRefusal(JsonNode refusal, String type, int status, String code) {
        assertThat(refusal.path("class").asString("")).as(refusal.toString()).isEqualTo(type);
        assertThat(refusal.path("status").asInt()).isEqualTo(status);
        assertThat(refusal.path("code").asString("")).isEqualTo(code);
    }
}
