package dev.olp.features.requests;

import static dev.olp.features.support.Bodies.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import dev.olp.features.support.Reply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oldest versions of the CLIs that are served: a conversation must be told by them just the same. */
class OldVersionsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .server();

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void aConversationWithTheAssistantsTurnsIsTaken(String model) throws IOException {
        Reply reply = olp.chat(Bodies.chat(
                model,
                false,
                message("system", "SYSTEM"),
                message("user", "one"),
                message("assistant", "two"),
                message("user", "three"),
                message("assistant", "four"),
                message("user", "{{echo}} five")));

        assertThat(reply.content()).as(reply::text).isEqualTo("{{echo}} five");
        Told told = Told.of(olp.upstream().recorded().getLast());
        assertThat(told.turns())
                .containsExactly(
                        "user: one", "assistant: two", "user: three", "assistant: four", "user: {{echo}} five");
        assertThat(told.system()).isEqualTo("SYSTEM");
    }

    @Test
    void theirVersionsAreKnownToTheOwner() throws IOException {
        olp.chat(Bodies.chat("sonnet", "hi"));

        assertThat(olp.get("/health").json().at("/providers/anthropic/version").asString(""))
                .isEqualTo("2.1.152");
        assertThat(olp.get("/health").json().at("/providers/anthropic/tested").asBoolean(false))
                .isTrue();
    }
}
