package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a real CLI answered is not asked for again, and what is told again is the same. */
class RealCacheIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void a_second_request_makes_no_call_and_has_the_same_answer(String model) throws IOException {
        olp.upstream().forget();
        String members = "\"temperature\":0,\"stream_options\":{\"include_usage\":true}";
        String body = Bodies.with(Bodies.stream(model, "{{thinking}}"), members);

        Streamed first = olp.stream(body).assertWellFormed();
        Streamed again = olp.stream(body).assertWellFormed();
        Reply whole = olp.chat(Bodies.with(Bodies.chat(model, "{{thinking}}"), "\"temperature\":0"));

        assertThat(olp.upstream().recorded().stream().filter(RealCli::isCall)).hasSize(1);
        assertThat(first.head().header("x-olp-cache")).isEqualTo("miss");
        assertThat(again.head().header("x-olp-cache")).isEqualTo("hit");
        assertThat(parts(again, "choices")).isEqualTo(parts(first, "choices"));
        assertThat(parts(again, "usage")).isEqualTo(parts(first, "usage"));
        assertThat(again.chunks().getFirst().path("id"))
                .isNotEqualTo(first.chunks().getFirst().path("id"));
        assertThat(first.reasoning()).isNotEmpty();
        assertThat(whole.header("x-olp-cache")).isEqualTo("hit");
        assertThat(whole.content()).isEqualTo(first.content());
        assertThat(whole.json().path("usage"))
                .isEqualTo(first.chunks().getLast().path("usage"));
    }

    private static List<JsonNode> parts(Streamed answer, String name) {
        return answer.chunks().stream().map(chunk -> chunk.path(name)).toList();
    }
}
