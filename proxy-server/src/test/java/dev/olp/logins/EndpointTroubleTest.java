package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.logins.LoginSource.NoLogin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Renewals at a token endpoint that does not grant them. */
class EndpointTroubleTest extends AtTokenEndpoint {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            400 | {"error":"invalid_grant","error_description":"refresh-old is used up"} | status 400, invalid_grant
            401 | {"error":{"code":"refresh_token_reused","message":"refresh-old"}}      | status 401, refresh_token_reused
            """)
    void a_login_that_its_provider_has_ended_is_told_once_and_held_back(int status, String body, String problem)
            throws Exception { // S105
        Path file = stage().claude("old", Duration.ZERO);
        byte[] before = Files.readAllBytes(file);
        stage().tokens().answers(status, body);
        ManagedLogins logins = stage().server("one");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> logins.find("anthropic", "default"))
                    .isInstanceOf(NoLogin.class)
                    .hasMessageContaining(problem)
                    .hasMessageContaining("run `olp login anthropic`")
                    .hasMessageNotContaining("refresh-old");
        }
        assertThat(stage().tokens().asked()).hasSize(1);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(logins.state("anthropic", "default").problem()).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            500 | {"error":"server_error"}
            429 | {"error":{"code":"rate_limited"}}
            302 | {}
            200 | no JSON
            200 | {"token_type":"Bearer"}
            400 | <html>
            """)
    void what_may_pass_leaves_the_old_token_in_use_while_it_lives(int status, String body) throws Exception {
        stage().claude("old", Duration.ofMinutes(2));
        stage().tokens().answers(status, body);
        ManagedLogins logins = stage().server("one");
        for (int i = 0; i < 3; i++) {
            assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-old");
        }
        assertThat(stage().tokens().asked()).hasSize(1);
    }

    @Test
    void an_answer_without_end_or_too_long_is_given_up() throws Exception {
        stage().claude("old", Duration.ofMinutes(2));
        CountDownLatch never = new CountDownLatch(1);
        stage().tokens().answers((exchange, count) -> {
            exchange.sendResponseHeaders(200, 0);
            if (count == 1) {
                never.await();
            }
            byte[] much = "\"".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseBody().write(much);
        });
        try {
            assertThat(stage().find("anthropic").secret()).isEqualTo("access-old");
            assertThat(stage().server("again").find("anthropic", "default").secret())
                    .isEqualTo("access-old");
            assertThat(stage().tokens().asked()).hasSize(2);
        } finally {
            never.countDown();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OLP_CLAUDE_TOKEN_URL, http://token.example/oauth",
        "OLP_CLAUDE_TOKEN_URL, ftp://127.0.0.1/oauth",
        "HTTPS_PROXY, http://me:secret@proxy.example:3128",
        "https_proxy, socks5://proxy.example:1080",
        "NODE_EXTRA_CA_CERTS, /no/such/file.pem"
    })
    void a_variable_that_leads_nowhere_is_named(String variable, String value) {
        Map<String, String> environment = Map.of(variable, value);
        assertThatThrownBy(() -> Renewers.endpoint("anthropic", environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(variable.toUpperCase(Locale.ROOT) + ":")
                .hasMessageNotContaining("secret");
    }

    @Test
    void without_variables_it_is_the_vendors_own() {
        assertThat(Renewers.endpoint("anthropic", Map.of())).isEqualTo("platform.claude.com");
        assertThat(Renewers.endpoint("openai", Map.of())).isEqualTo("auth.openai.com");
    }
}
