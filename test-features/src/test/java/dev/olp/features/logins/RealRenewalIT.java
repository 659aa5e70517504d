package dev.olp.features.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Renewal of a login by the pinned, newest real CLIs. */
class RealRenewalIT {
    static final TokenEndpoint tokens = TokenEndpoint.start();

    @RegisterExtension
    static final OlpServer olp = Renewals.setup(tokens)
            .set(
                    "/routing/chains",
                    "{\"claude-haiku-4-5\":[{\"provider\":\"anthropic\",\"model\":\"claude-haiku-4-5\"},{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}]}")
            .server();

    private final Renewals logins = new Renewals(olp, tokens);

    @AfterAll
    static void stop() throws IOException {
        tokens.close();
    }

    @BeforeEach
    void forget() {
        tokens.reset();
    }

    @Test
    void ten_requests_as_claudes_login_expires_renew_it_once() throws Exception { // S104
        logins.renewsClaudesOnce();
        logins.assertOlpAskedNever();
    }

    @Test
    void ten_requests_as_codexs_login_expires_renew_it_once() throws Exception { // S106
        logins.renewsCodexsOnce();
        logins.assertOlpAskedNever();
    }

    @Test
    void a_client_that_leaves_does_not_stop_the_renewal() throws Exception { // S113
        Path file = logins.claude(0, -60);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        tokens.answerAfter(mayAnswer);
        try (RawHttp client = olp.connect()) {
            client.chat(Bodies.chat("sonnet", "hello"));
            await().until(() -> tokens.asked() == 1);
            client.abort();
        }
        mayAnswer.countDown();
        await().until(() -> Files.readString(file).contains("refresh-1"));
        logins.assertAllAnswer("sonnet", 1);
        assertThat(tokens.asked()).isEqualTo(1);
    }

    @Test
    void a_token_that_the_provider_refuses_is_renewed_and_the_request_answered() throws Exception {
        logins.codex(0, 3600);
        Reply reply = olp.chat(Bodies.chat("gpt-5.5", "{{401-then-ok}}"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(tokens.asked()).isEqualTo(1);
        assertThat(logins.shown()).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void a_dead_login_is_told_and_not_tried_again_while_another_provider_answers() throws Exception { // S105, S114
        logins.claude(0, -60);
        logins.codex(0, 3600);
        tokens.die(true);

        for (int i = 0; i < 3; i++) {
            Reply reply = olp.chat(Bodies.chat("sonnet", "hello"));
            assertThat(reply.status() + " " + reply.errorCode()).isEqualTo("503 upstream_auth_required");
            assertThat(reply.header("retry-after")).isNotEmpty();
            assertThat(reply.text()).doesNotContain("refresh-", "access-", "/logins");
        }
        assertThat(tokens.asked()).isEqualTo(1);
        assertThat(logins.health("anthropic", "login")).isEqualTo("expired");
        assertThat(logins.health("anthropic", "login_remedy")).isEqualTo("run `olp login anthropic`");
        assertThat(olp.log()).contains("run `olp login anthropic`");

        Reply other = olp.chat(Bodies.chat("claude-haiku-4-5", "hello"));
        assertThat(other.status()).as(other.text()).isEqualTo(200);
        assertThat(other.header("x-olp-provider-used")).isEqualTo("openai");

        tokens.reset();
        logins.claude(7, 3600);
        assertThat(olp.chat(Bodies.chat("sonnet", "hello")).status()).isEqualTo(200);
        assertThat(logins.shown().getLast()).isEqualTo("Bearer access-7");
        assertThat(tokens.asked()).isZero();
    }
}
