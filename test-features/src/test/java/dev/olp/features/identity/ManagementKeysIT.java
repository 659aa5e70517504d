package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keys over HTTP, and by the command that talks to the running server. */
class ManagementKeysIT {
    private static final String KEYS = "/v0/management/keys";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set(
                    "/routing/chains",
                    "{\"haiku\": [{\"provider\": \"anthropic\", \"model\": \"haiku\"},"
                            + " {\"provider\": \"openai\", \"model\": \"gpt-5.5\"}]}")
            .server();

    @Test
    void aKeyLivesItsLifeOverHttp() throws Exception {
        Reply made = call("POST", KEYS, OlpServer.OWNER_TOKEN, "{\"name\": \"Ada\", \"notes\": \"<b>phone</b>\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(new AuditTable(olp).of(made.header("x-request-id")).number("status"))
                .isEqualTo(201);
        assertThat(made.header("cache-control")).isEqualTo("no-store");
        assertThat(made.headers().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        String token = made.json().path("token").stringValue();
        String id = made.json().path("id").stringValue();
        assertThat(models(token).status()).isEqualTo(200);

        Reply patched = call("PATCH", KEYS + "/" + id, OlpServer.OWNER_TOKEN, "{\"models\": [\"sonnet\"]}");
        assertThat(patched.json().path("models").toString()).isEqualTo("[\"claude-sonnet-4-6\"]");
        assertThat(models(token).json().path("data")).hasSize(1);

        Reply rotated = call("POST", KEYS + "/" + id + "/rotate", OlpServer.OWNER_TOKEN, "{\"grace_seconds\": 3600}");
        String fresh = rotated.json().path("token").stringValue();
        for (String good : List.of(token, fresh)) {
            Reply reply = models(good);
            assertThat(reply.status()).isEqualTo(200);
            try (Ledger ledger = Ledger.of(olp.home())) {
                assertThat(ledger.row(reply).keyId()).isEqualTo(id);
            }
        }

        assertThat(call("DELETE", KEYS + "/" + id, OlpServer.OWNER_TOKEN, "")
                        .json()
                        .path("state")
                        .stringValue())
                .isEqualTo("revoked");
        for (String bad : List.of(token, fresh)) {
            Refusal.assertIs(models(bad), 401, "invalid_api_key");
        }
        Refusal.assertIs(call("POST", KEYS + "/" + id + "/rotate", OlpServer.OWNER_TOKEN, "{}"), 409, "key_revoked");
        String list = olp.get(KEYS).text();
        assertThat(list).contains(id).doesNotContain(token, fresh);
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(rotated).path()).isEqualTo(KEYS + "/" + id + "/rotate");
            assertThat(ledger.row(rotated).tier()).isEqualTo("OWNER");
        }
        assertThat(olp.log()).doesNotContain(token, fresh);
    }

    @Test
    void nobodyButAnOwnerGetsIn() throws Exception {
        String guest = key("{\"name\": \"guest of management\"}");
        for (String method : List.of("GET", "POST")) {
            Refusal.assertIs(call(method, KEYS, guest, "{\"name\": \"x\"}"), 403, "owner_required");
            Refusal.assertIs(call(method, KEYS, "", "{\"name\": \"x\"}"), 401, "missing_api_key");
        }
        for (String method : List.of("GET", "PATCH", "DELETE")) {
            Refusal.assertIs(call(method, KEYS + "/x", guest, "{}"), 403, "owner_required");
        }
        String owner = key("{\"name\": \"second owner\", \"tier\": \"owner\"}");
        assertThat(call("GET", KEYS, owner, "").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST||{\"name\": \"x\", \"surprise\": 1}|400|invalid_value|surprise",
                "POST||{\"name\": \"<img src=x onerror=alert(1)>\"}|400|invalid_value|name",
                "POST||{\"name\": \"x\", \"name\": \"y\"}|400|invalid_json|",
                "POST||[]|400|invalid_value|",
                "POST||{\"name\":|400|invalid_json|",
                "POST||{\"name\": \"x\", \"models\": [\"sonet\"]}|400|invalid_value|models",
                "PATCH|/key_0000000000000000|{}|404|key_not_found|",
                "GET|/%27%20OR%201=1%20--||404|key_not_found|",
                "GET|/%3Cscript%3E||404|key_not_found|",
                "GET|/..%2f..%2fetc%2fpasswd||404|key_not_found|",
                "PUT||{}|405|method_not_allowed|",
                "PUT|/x|{}|405|method_not_allowed|",
                "POST|/x|{}|405|method_not_allowed|",
                "POST|/x/explode|{}|404|unsupported_endpoint|",
            })
    void whatCannotBeMeantIsRefused(String method, String path, String body, int status, String code, String param)
            throws Exception {
        Reply reply = call(method, KEYS + (path == null ? "" : path), OlpServer.OWNER_TOKEN, body == null ? "" : body);

        Refusal.assertIs(reply, status, code);
        assertThat(reply.json().at("/error/param").asString("")).isEqualTo(param == null ? "" : param);
        assertThat(reply.text()).doesNotContain("<img", "<script", "passwd", "OR 1=1");
    }

    @Test
    void aKeyIsHeldToItsProvidersAndModels() throws Exception {
        String narrow = key("{\"name\": \"narrow\", \"providers\": [\"anthropic\"], \"models\": [\"haiku\"]}");

        assertThat(models(narrow).json().path("data").findValuesAsString("id")).containsExactly("claude-haiku-4-5");
        assertThat(chat(narrow, "haiku").status()).isEqualTo(200);
        List<String> before = olp.notes("starts");
        Refusal.assertIs(chat(narrow, "sonnet"), 403, "model_not_allowed");
        Refusal.assertIs(chat(narrow, "gpt-5.5"), 403, "provider_not_allowed");
        assertThat(olp.notes("starts")).isEqualTo(before);

        String other = key("{\"name\": \"other\", \"models\": [\"gpt-5.5\"]}");
        Reply skipped = chat(other, "haiku");
        assertThat(skipped.status()).as(skipped.text()).isEqualTo(200);
        assertThat(skipped.header("x-olp-provider-used")).isEqualTo("openai");
        assertThat(skipped.header("x-olp-fallback-hops")).isEqualTo("0");
    }

    @Test
    void aKeyThatInsistsOnMoreIsolationThanThereIsGetsNoneAndIsTold() throws Exception {
        String careful = key("{\"name\": \"careful\", \"min_tier\": \"separate-vm\"}");
        List<String> before = olp.notes("starts");

        Reply reply = chat(careful, "sonnet");

        Refusal.assertIs(reply, 503, "sandbox_unavailable");
        assertThat(reply.json().at("/error/message").stringValue()).contains("separate-vm", "shared-os-user");
        assertThat(olp.notes("starts")).isEqualTo(before);
        String content = key("{\"name\": \"content\", \"min_tier\": \"shared-os-user\"}");
        assertThat(chat(content, "sonnet").status()).isEqualTo(200);
    }

    @Test
    void aKeyEndsAtTheSecondThatWasAskedFor() throws Exception {
        Instant end = Instant.now().plusSeconds(3);
        String brief = key("{\"name\": \"brief\", \"expires_at\": \"" + end + "\"}");
        assertThat(models(brief).status()).isEqualTo(200);

        await().atMost(Duration.ofSeconds(30)).until(() -> models(brief).status() == 401);

        assertThat(Instant.now()).isAfterOrEqualTo(end);
        Refusal.assertIs(models(brief), 401, "expired_api_key");
    }

    @Test
    void theCommandTalksToTheRunningServerByWhicheverKeyThereIs() throws Exception {
        // the one that the server left in its home
        OlpCommand made = olp.command(Map.of("OLP_OWNER_TOKEN", ""), "keys", "create", "--owner", "--name", "cli");
        assertThat(made.exit()).as(made.err()).isZero();
        String owner = made.out().strip();
        assertThat(olp.log()).doesNotContain(owner);

        // an owner's, by URL, from wherever
        Map<String, String> elsewhere = Map.of(
                "OLP_OWNER_TOKEN", "",
                "OLP_HOME", "",
                "HOME", "",
                "OLP_PROXY_URL", "http://127.0.0.1:" + olp.port() + "/v1",
                "OLP_API_KEY", owner);
        OlpCommand rotated = olp.command(elsewhere, "keys", "rotate", "cli", "--grace=0s", "--json");
        assertThat(rotated.exit()).as(rotated.err()).isZero();
        String fresh = JsonMapper.shared().readTree(rotated.out()).path("token").stringValue();
        assertThat(olp.command(elsewhere, "keys", "list").exit()).isEqualTo(3);

        String guest = key("{\"name\": \"a guest at the command\"}");
        OlpCommand refused = olp.command(Map.of("OLP_API_KEY", guest), "keys", "list");
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err()).contains("owner");

        JsonNode shown = JsonMapper.shared()
                .readTree(olp.command(Map.of("OLP_API_KEY", fresh), "keys", "show", "cli", "--json")
                        .out());
        assertThat(shown.path("last_used_at").isNull()).isFalse();
        assertThat(olp.command("keys", "show", "nobody").exit()).isEqualTo(1);
        assertThat(olp.command("keys", "erase", "cli").exit()).isZero();
        Refusal.assertIs(models(fresh), 401, "invalid_api_key");
    }

    @Test
    void anErasedKeysNameIsGoneFromItsAuditRows() throws Exception {
        String name = "Zaphod of Betelgeuse";
        String token = olp.command("keys", "create", "--name", name, "--notes", "Heart of Gold")
                .out()
                .strip();
        Reply used = chat(token, "haiku");
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(used).keyName()).isEqualTo(name);
        }

        assertThat(olp.command("keys", "erase", name).exit()).isZero();

        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(used).keyName()).isNull();
        }
        assertThat(olp.get(KEYS).text()).doesNotContain(name, "Heart of Gold");
        Refusal.assertIs(models(token), 401, "invalid_api_key");
    }

    @Test
    void theHomesOwnTokenOpensNothingButTheManagement() throws Exception {
        JsonNode server = JsonMapper.shared().readTree(olp.home().resolve("server.json"));
        String token = server.path("token").stringValue();

        assertThat(call("GET", KEYS, token, "").status()).isEqualTo(200);
        Refusal.assertIs(models(token), 401, "invalid_api_key");
        Refusal.assertIs(chat(token, "sonnet"), 401, "invalid_api_key");
        assertThat(call("GET", "/health", token, "").json().has("providers")).isFalse();
    }

    /** Requests in a row on one connection; the revocation comes from another process than their server. */
    @Test
    void aRevocationHoldsFromTheNextRequestOnForBothTokens() throws Exception {
        String token = key("{\"name\": \"racer\"}");
        String fresh = call("POST", KEYS + "/racer/rotate", OlpServer.OWNER_TOKEN, "{}")
                .json()
                .path("token")
                .stringValue();
        try (RawHttp old = olp.connect();
                RawHttp young = olp.connect()) {
            assertThat(models(old, token).status()).isEqualTo(200);
            assertThat(models(young, fresh).status()).isEqualTo(200);
            assertThat(olp.command("keys", "revoke", "racer").exit()).isZero();

            Refusal.assertIs(models(old, token), 401, "invalid_api_key");
            Refusal.assertIs(models(young, fresh), 401, "invalid_api_key");
        }
    }

    private static String key(String body) throws IOException {
        Reply made = call("POST", KEYS, OlpServer.OWNER_TOKEN, body);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().path("token").stringValue();
    }

    private static Reply models(String token) throws IOException {
        return call("GET", "/v1/models", token, "");
    }

    private static Reply models(RawHttp http, String token) throws IOException {
        return http.send("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nx-api-key: " + token + "\r\n\r\n")
                .reply();
    }

    private static Reply chat(String token, String model) throws IOException {
        return call("POST", "/v1/chat/completions", token, Bodies.chat(model, "hello"));
    }

    private static Reply call(String method, String path, String token, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String key = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        try (RawHttp http = olp.connect()) {
            http.send(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + key
                    + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: " + bytes.length
                    + "\r\n\r\n");
            return http.send(bytes).reply();
        }
    }
}
