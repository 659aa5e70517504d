package dev.olp.features.logins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Setup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Logins in the store of a server whose CLIs find their token endpoints on loopback. */
record Renewals(OlpServer olp, TokenEndpoint tokens) {
    /** A server without a login in its environment. */
    static Setup setup(TokenEndpoint tokens) {
        return OlpServer.with()
                .runsApart()
                .withoutEnvironment("CLAUDE_CODE_OAUTH_TOKEN")
                .withoutEnvironment("CODEX_API_KEY")
                .environment("HTTPS_PROXY", tokens.proxy())
                .environment("NODE_EXTRA_CA_CERTS", tokens.certificate().toString())
                .environment("CODEX_REFRESH_TOKEN_URL_OVERRIDE", tokens.url())
                .set("/providers/anthropic/max_concurrent", "4")
                .set("/providers/openai/max_concurrent", "4");
    }

    /** S104 */
    void renewsClaudesOnce() throws Exception {
        Path file = claude(0, 60);
        Object before = Files.getAttribute(file, "unix:ino");

        assertAllAnswer("sonnet", 10);

        assertThat(tokens.asked()).isEqualTo(1);
        assertThat(shown()).hasSize(10).containsOnly("Bearer access-1");
        JsonNode kept = JsonMapper.shared().readTree(Files.readAllBytes(file));
        assertThat(kept.at("/claudeAiOauth/refreshToken").asString()).isEqualTo("refresh-1");
        assertThat(kept.at("/other/kept").asBoolean()).isTrue();
        assertThat(Files.getAttribute(file, "unix:ino")).isNotEqualTo(before);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(health("anthropic", "login_source")).isEqualTo("store");
        assertThat(health("anthropic", "login")).isEqualTo("valid");
        assertThat(olp.log()).doesNotContain("refresh-0", "refresh-1", "access-1");
    }

    /** S106 */
    void renewsCodexsOnce() throws Exception {
        Path file = codex(0, 60);

        assertAllAnswer("gpt-5.5", 10);

        assertThat(tokens.asked()).isEqualTo(1);
        JsonNode kept = JsonMapper.shared().readTree(Files.readAllBytes(file));
        assertThat(shown())
                .hasSize(10)
                .containsOnly("Bearer " + kept.at("/tokens/access_token").asString());
        assertThat(kept.at("/tokens/refresh_token").asString()).isEqualTo("refresh-1");
        assertThat(health("openai", "login_kind")).isEqualTo("oauth_token");
    }

    /** Its vendor's CLI did. */
    void assertOlpAskedNever() throws IOException {
        assertThat(tokens.requests())
                .isNotEmpty()
                .noneMatch(asked -> asked.agent().equals("olp"));
        assertThat(health("anthropic", "login_renewal")).isIn("vendor", "");
    }

    /** Starts the requests at once and waits for all. */
    void assertAllAnswer(String model, int count) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(count)) {
            List<Future<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                replies.add(clients.submit(() -> olp.chat(Bodies.chat(model, "hello"))));
            }
            for (Future<Reply> reply : replies) {
                assertThat(reply.get().status()).as(reply.get().text()).isEqualTo(200);
            }
        }
    }

    /** The logins that the upstream was shown, in order. */
    List<String> shown() {
        return olp.upstream().recorded().stream()
                .filter(exchange -> exchange.method().equals("POST"))
                .map(exchange -> exchange.header("authorization"))
                .toList();
    }

    String health(String provider, String field) throws IOException {
        return olp.get("/health")
                .json()
                .at("/providers/" + provider + "/" + field)
                .asString("");
    }

    Path claude(int number, long lifeSeconds) throws IOException {
        return write(olp.home().resolve("logins/anthropic/default"), ".credentials.json", """
                {"claudeAiOauth":{"accessToken":"access-%1$d","refreshToken":"refresh-%1$d","expiresAt":%2$d,"scopes":["user:inference","user:profile"],"subscriptionType":"max"},"other":{"kept":true}}""".formatted(
                        number, Instant.now().plusSeconds(lifeSeconds).toEpochMilli()));
    }

    Path codex(int number, long lifeSeconds) throws IOException {
        String token = TokenEndpoint.jwt(number, lifeSeconds);
        return write(olp.home().resolve("logins/openai/default"), "auth.json", """
                {"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"id_token":"%1$s","access_token":"%1$s","refresh_token":"refresh-%2$d","account_id":"acc-1"},"last_refresh":"2026-01-01T00:00:00Z"}""".formatted(token, number));
    }

    private static Path write(Path folder, String name, String content) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path fresh = Files.createTempFile(
                folder, "", "", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, content, StandardCharsets.UTF_8);
        return Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
