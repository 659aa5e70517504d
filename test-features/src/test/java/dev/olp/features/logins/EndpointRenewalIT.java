package dev.olp.features.logins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The operator's choice that OLP itself asks the token endpoints, and that the real CLIs go on with what it wrote. */
class EndpointRenewalIT {
    static final TokenEndpoint tokens = TokenEndpoint.start();

    @RegisterExtension
    static final OlpServer olp = Renewals.setup(tokens)
            .set("/providers/anthropic/credentials/default/renewal", "\"token-endpoint\"")
            .set("/providers/openai/credentials/default/renewal", "\"token-endpoint\"")
            .server();

    @RegisterExtension
    static final OlpServer other = Renewals.setup(tokens).server();

    private final Renewals logins = new Renewals(olp, tokens);
    private final Renewals vendors = new Renewals(other, tokens);

    @AfterAll
    static void stop() throws IOException {
        tokens.close();
    }

    @BeforeEach
    void forget() {
        tokens.reset();
    }

    @Test
    void ten_requests_as_claudes_login_expires_ask_once_and_its_cli_renews_next() throws Exception { // S104
        logins.renewsClaudesOnce();
        assertThat(logins.health("anthropic", "login_renewal")).isEqualTo("token-endpoint");
        assertThat(olp.log()).contains("renewal: token-endpoint: OLP itself renews this login", "platform.claude.com");

        ObjectNode kept = read(olp.home().resolve("logins/anthropic/default/.credentials.json"));
        ((ObjectNode) kept.path("claudeAiOauth"))
                .put("expiresAt", Instant.now().plusSeconds(60).toEpochMilli());
        Path file = vendors.claude(1, 60);
        Files.writeString(file, kept.toString());
        vendors.assertAllAnswer("sonnet", 1);

        assertAskedAsItsCli();
        assertThat(tokens.requests().getFirst().body().path("scope").asString(""))
                .isEqualTo("user:inference user:profile");
        assertThat(read(file).at("/claudeAiOauth/refreshToken").asString()).isEqualTo("refresh-2");
    }

    @Test
    void ten_requests_as_codexs_login_expires_ask_once_and_its_cli_renews_next() throws Exception { // S106
        logins.renewsCodexsOnce();
        assertThat(logins.health("openai", "login_renewal")).isEqualTo("token-endpoint");

        ObjectNode kept = read(olp.home().resolve("logins/openai/default/auth.json"));
        ((ObjectNode) kept.path("tokens")).put("access_token", TokenEndpoint.jwt(1, 60));
        Path file = vendors.codex(1, 60);
        Files.writeString(file, kept.toString());
        vendors.assertAllAnswer("gpt-5.5", 1);

        assertAskedAsItsCli();
        assertThat(read(file).at("/tokens/refresh_token").asString()).isEqualTo("refresh-2");
    }

    @Test
    void a_token_that_the_provider_refuses_is_renewed_and_the_request_answered() throws Exception {
        logins.codex(0, 3600);
        Reply reply = olp.chat(Bodies.chat("gpt-5.5", "{{401-then-ok}}"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(tokens.requests()).extracting(TokenEndpoint.Asked::agent).containsExactly("olp");
        assertThat(logins.shown()).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void a_dead_login_is_told_and_not_asked_for_again() throws Exception { // S105
        Path file = logins.claude(40, -60); // by its number no other test's, which would be held back too
        byte[] before = Files.readAllBytes(file);
        tokens.die(true);
        for (int i = 0; i < 3; i++) {
            Reply reply = olp.chat(Bodies.chat("sonnet", "hello"));
            assertThat(reply.status() + " " + reply.errorCode()).isEqualTo("503 upstream_auth_required");
            assertThat(reply.text()).doesNotContain("refresh-", "access-", "/logins");
        }
        assertThat(tokens.asked()).isEqualTo(1);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(logins.health("anthropic", "login")).isEqualTo("expired");
        assertThat(logins.health("anthropic", "login_problem")).contains("invalid_grant");
        assertThat(logins.health("anthropic", "login_remedy")).isEqualTo("run `olp login anthropic`");
        assertThat(olp.log()).contains("run `olp login anthropic`").doesNotContain("refresh-40", "access-40");
    }

    /** OLP first, then the CLI: in the same name, and with no field that it does not send. */
    private static void assertAskedAsItsCli() {
        assertThat(tokens.requests()).hasSize(2);
        TokenEndpoint.Asked ours = tokens.requests().getFirst();
        TokenEndpoint.Asked its = tokens.requests().getLast();
        assertThat(ours.agent()).isEqualTo("olp");
        assertThat(its.agent()).isNotEqualTo("olp");
        assertThat(its.body().propertyNames()).containsAll(ours.body().propertyNames());
        for (String field : List.of("grant_type", "client_id")) {
            assertThat(ours.body().get(field)).as(field).isEqualTo(its.body().get(field));
        }
        assertThat(its.body().path("refresh_token").asString()).isEqualTo("refresh-1");
    }

    private static ObjectNode read(Path file) throws IOException {
        JsonNode root = JsonMapper.shared().readTree(Files.readAllBytes(file));
        return (ObjectNode) root;
    }
}
