package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, made and revoked by the real command while the server runs, and the ways in which clients send them. */
class KeysIT {
    private static final byte[] CHAT = Bodies.chat("sonnet", "hello").getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aKeyWorksFromItsMakingToItsRevoking() throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", "phone");
        assertThat(made.exit()).as(made.err()).isZero();
        String token = made.out().strip();
        assertThat(token).matches("olp_[A-Za-z0-9_-]{43}");

        Reply first = models("Authorization: Bearer " + token);
        assertThat(first.status()).isEqualTo(200);
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(first).keyName()).isEqualTo("phone");
            assertThat(ledger.row(first).tier()).isEqualTo("GUEST");
        }

        assertThat(olp.command("keys", "revoke", "phone").exit()).isZero();
        Refusal.assertIs(models("Authorization: Bearer " + token), 401, "invalid_api_key");
        assertThat(olp.command("keys", "list").out())
                .contains("phone", "revoked")
                .doesNotContain(token);
        assertNowhereInTheHome(token);
    }

    @Test
    void aRevokedKeyIsRefusedOnAConnectionThatItOpened() throws Exception {
        String token = olp.command("keys", "create", "--name", "open").out().strip();
        try (RawHttp http = olp.connect()) {
            assertThat(http.post("/v1/chat/completions", token, CHAT).reply().status())
                    .isEqualTo(200);
            olp.command("keys", "revoke", "open");
            List<String> before = olp.notes("starts");

            Refusal.assertIs(http.post("/v1/chat/completions", token, CHAT).reply(), 401, "invalid_api_key");
            assertThat(olp.notes("starts")).isEqualTo(before);
        }
    }

    @Test
    void aGuestIsNotToldWhatTheOwnerIs() throws Exception {
        String guest = olp.command("keys", "create", "--name", "guest").out().strip();
        String owner = olp.command("keys", "create", "--owner").out().strip();

        assertThat(get("/health", "Authorization: Bearer " + guest).json().has("providers"))
                .isFalse();
        assertThat(get("/health", "Authorization: Bearer " + owner).json().has("providers"))
                .isTrue();
    }

    @Test
    void anExpiredKeyIsToldSo() throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", "brief", "--expires", "1s");
        assertThat(made.exit()).as(made.err()).isZero();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> Refusal.assertIs(models("x-api-key: " + made.out().strip()), 401, "expired_api_key"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer %s",
                "authorization: bearer %s",
                "Authorization: BEARER   %s  ",
                "x-api-key: %s",
                "X-Api-Key:   %s",
                "api-key: %s",
                "Authorization: Bearer %s\r\nx-api-key: %s\r\napi-key: %s"
            })
    void everyWayToSendAKeyIsTaken(String header) throws IOException {
        assertThat(models(header.replace("%s", OlpServer.OWNER_TOKEN)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "X-Nothing: 1,missing_api_key",
        "X-Forwarded-For: 127.0.0.1,missing_api_key",
        "Forwarded: for=127.0.0.1,missing_api_key",
        "Authorization: Bearer wrong,invalid_api_key",
        "Authorization: Bearer,invalid_api_key",
        "Authorization: Basic b2xwOm9scA==,invalid_api_key",
        "x-api-key: ,invalid_api_key",
        "Authorization: Bearer olp_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA,invalid_api_key",
        "Authorization: Bearer " + OlpServer.OWNER_TOKEN + " x,invalid_api_key",
        "Cookie: olp=" + OlpServer.OWNER_TOKEN + ",missing_api_key",
    })
    void whoShowsNoGoodKeyIsRefusedFromLoopbackToo(String header, String code) throws IOException {
        List<String> before = olp.notes("starts");
        try (RawHttp http = olp.connect()) {
            Reply reply = http.post("/v1/chat/completions", "", CHAT, header).reply();

            Refusal.assertIs(reply, 401, code);
            assertThat(reply.header("www-authenticate")).isEqualTo("Bearer");
            assertThat(reply.text()).doesNotContain(OlpServer.OWNER_TOKEN);
            assertThat(olp.notes("starts")).isEqualTo(before);
        }
    }

    @Test
    void twoKeysThatDifferAreNotGuessedBetween() throws IOException {
        Refusal.assertIs(
                models("Authorization: Bearer " + OlpServer.OWNER_TOKEN + "\r\nx-api-key: other"),
                401,
                "invalid_api_key");
        Refusal.assertIs(
                models("Authorization: Bearer other\r\nAuthorization: Bearer " + OlpServer.OWNER_TOKEN),
                401,
                "invalid_api_key");
    }

    @Test
    void aKeyWithAnUnusableNameIsNotMade() throws Exception {
        OlpCommand refused = olp.command("keys", "create", "--name", "<img onerror=x>");

        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).isNotEmpty().doesNotContain("Exception");
        assertThat(olp.command("keys", "list", "--json").out()).doesNotContain("<img");
    }

    private static Reply models(String header) throws IOException {
        return get("/v1/models", header);
    }

    private static Reply get(String path, String header) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n")
                    .reply();
        }
    }

    private static void assertNowhereInTheHome(String token) throws IOException {
        try (Stream<Path> files = Files.walk(olp.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(token);
            }
        }
        assertThat(olp.log()).doesNotContain(token);
    }
}
