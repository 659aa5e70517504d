package dev.olp.features.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No text of a client is ever an argument, however long it is or whatever it looks like. */
class PromptsIT {
    private static final String MARK = "needle";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @CsvSource({
        "sonnet,130000,user",
        "sonnet,130000,system",
        "sonnet,5000000,user",
        "sonnet,5000000,system",
        "codex,5000000,user",
        "codex,5000000,system",
    })
    void aHugePromptIsNoArgument(String model, int length, String role) throws IOException {
        String huge = (MARK + " ").repeat(length / (MARK.length() + 1));
        String body = role.equals("user")
                ? Bodies.chat(model, huge)
                : Bodies.chat(model, false, Bodies.message("system", huge), Bodies.message("user", "hi"));

        Reply reply = olp.chat(body);

        assertThat(reply.status()).as(reply::text).isEqualTo(200);
        assertThat(olp.notes("starts").getLast()).hasSizeLessThan(4096).doesNotContain(MARK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/login",
                "/tmp/x missing?",
                "!ls",
                "#remember",
                "@/etc/passwd",
                "--help",
                "-",
                "--model x",
                "$(id)"
            })
    void aPromptThatLooksLikeACommandIsNoArgumentEither(String prompt) throws IOException {
        for (String model : List.of("sonnet", "codex")) {
            String fixed = arguments(olp.chat(Bodies.chat(model, "plain")));

            assertThat(arguments(olp.chat(Bodies.chat(model, prompt)))).isEqualTo(fixed);
            assertThat(arguments(olp.chat(
                            Bodies.chat(model, false, Bodies.message("system", prompt), Bodies.message("user", "hi")))))
                    .isEqualTo(fixed);
        }
    }

    /** The arguments of the last start, without its pid and its folder. */
    private static String arguments(Reply reply) {
        assertThat(reply.status()).as(reply::text).isEqualTo(200);
        return olp.notes("starts").getLast().replaceFirst("^\\d+ ", "").replaceAll("/[^\\s\"]*/", "/");
    }
}
