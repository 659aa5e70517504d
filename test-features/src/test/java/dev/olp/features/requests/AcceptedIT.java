package dev.olp.features.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients send by default and must not fail; what of it does nothing here is named. */
class AcceptedIT {
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @CsvSource({"sonnet", "codex"})
    void whatTheCliCannotTakeIsNamedAndNeverForwarded(String model) throws IOException {
        String members = "\"temperature\":0.7,\"top_p\":1,\"seed\":7,\"presence_penalty\":0,\"frequency_penalty\":0.5,"
                + "\"logit_bias\":{\"5\":1},\"never_heard\":[1],\"parallel_tool_calls\":true";

        Reply reply = olp.chat(Bodies.with(Bodies.chat(model, "hi"), members));

        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(List.of(reply.header("x-olp-ignored-params").split(", ", -1)))
                .containsExactlyInAnyOrder(
                        "temperature",
                        "top_p",
                        "seed",
                        "presence_penalty",
                        "frequency_penalty",
                        "logit_bias",
                        "never_heard");
        assertThat(olp.notes("starts").getLast()).doesNotContain("temperature", "top_p", "seed", "0.7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{}}}]",
                "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}],\"tool_choice\":\"auto\"",
            })
    void toolsThatNoCliOfTheChainCanBeOfferedAreNamedAsIgnored(String members) throws IOException {
        Reply reply = olp.chat(Bodies.with(Bodies.chat("devstral", "hi"), members));

        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(reply.header("x-olp-ignored-params")).isEqualTo("tools");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"n\":1,\"logprobs\":false,\"top_logprobs\":0,\"modalities\":[\"text\"],\"response_format\":{\"type\":\"text\"}",
                "\"user\":\"u\",\"metadata\":{\"a\":\"b\"},\"store\":true,\"service_tier\":\"auto\",\"safety_identifier\":\"s\",\"prompt_cache_key\":\"k\"",
                "\"temperature\":null,\"stop\":null,\"tools\":[],\"functions\":null,\"max_tokens\":null,\"stream_options\":null",
                "\"reasoning_effort\":\"low\"",
                "\"parallel_tool_calls\":true,\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}],\"tool_choice\":\"none\"",
            })
    void defaultsOfUserInterfacesChangeNothing(String members) throws IOException {
        Reply reply = olp.chat(Bodies.with(Bodies.chat("sonnet", "hi"), members));

        assertThat(reply.status()).as(reply::text).isEqualTo(200);
        assertThat(reply.headers()).doesNotContainKey("x-olp-ignored-params");
    }

    @Test
    void anErrorNamesWhatWasIgnoredToo() throws IOException {
        Reply reply = olp.chat(Bodies.with(Bodies.chat("no-such-model", "hi"), "\"temperature\":1"));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.header("x-olp-ignored-params")).isEqualTo("temperature");
    }
}
