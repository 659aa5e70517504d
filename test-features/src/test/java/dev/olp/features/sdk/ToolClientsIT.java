package dev.olp.features.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.features.support.OlpServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The loop of a client's own tools, as an unmodified client makes it, over the real claude and the real codex. */
class ToolClientsIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void openai_for_node_calls_two_tools_and_tells_their_results(@TempDir Path folder) throws Exception {
        List<String> models = List.of("sonnet", "gpt-5.5");

        JsonNode loops = NodeScript.run(
                        folder,
                        "openai-tools.mjs",
                        "http://127.0.0.1:" + olp.port() + "/v1",
                        OlpServer.OWNER_TOKEN,
                        models.get(0),
                        models.get(1))
                .path("loops");

        for (String model : models) {
            for (String way : List.of("whole", "streamed")) {
                JsonNode asked = loops.path(model).path(way);
                assertThat(asked.path("finish").asString("")).as(model + way).isEqualTo("tool_calls");
                assertThat(asked.path("calls").size()).as(model + way).isEqualTo(2);
                asked.path("calls").forEach(call -> {
                    assertThat(call.path("name").asString("")).isIn("get_weather", "get_time");
                    assertThat(call.at("/arguments/city").asString("")).isEqualTo(FakeUpstream.ARGUMENT);
                    assertThat(call.path("id").asString("")).isNotEmpty();
                });
            }
            for (String end : List.of("answer", "failed")) {
                assertThat(loops.path(model).path(end).path("text").asString(""))
                        .isEqualTo(ANSWER);
                assertThat(loops.path(model).path(end).path("finish").asString(""))
                        .isEqualTo("stop");
            }
        }
        olp.assertNothingLeft();
    }
}
