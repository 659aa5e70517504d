package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What an owner can ask of a running server. */
class ManagementIT {
    private static final String MANAGEMENT = "/v0/management/";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/mistral/enabled", "false")
            .set("/providers/openai/credentials/work", "{}")
            .set(
                    "/routing/chains",
                    "{\"haiku\": [{\"provider\": \"anthropic\", \"model\": \"haiku\"},"
                            + " {\"provider\": \"mistral\", \"model\": \"devstral-2\"},"
                            + " {\"provider\": \"openai\", \"model\": \"gpt-5.5\"}]}")
            .server();

    @Test
    void the_status_counts_requests_and_keeps_what_failed_by_no_fault_of_the_client() throws IOException {
        long before = get("status").at("/stats/total_requests").asLong();
        olp.chat(Bodies.chat("sonnet", "hi"));
        olp.chat(Bodies.chat("no-such-model", "hi"));
        Reply failed = olp.chat(Bodies.chat("sonnet", "{{exit:3}}"));

        JsonNode status = get("status");
        assertThat(status.path("ok").asBoolean()).isTrue();
        assertThat(status.path("version").stringValue())
                .isEqualTo(olp.get("/health").json().path("version").stringValue());
        assertThat(status.path("uptime_ms").asLong()).isPositive();
        assertThat(Instant.parse(status.path("started_at").stringValue())).isBefore(Instant.now());
        assertThat(status.at("/providers/anthropic/active").asInt()).isZero();
        assertThat(status.at("/stats/total_requests").asLong()).isEqualTo(before + 4);
        await().until(() -> get("status").at("/stats/active_requests").asInt() == 0);
        JsonNode error = status.path("recent_errors").get(0);
        assertThat(error.propertyNames())
                .containsExactlyInAnyOrder("time", "message", "code", "provider", "path", "status_code");
        assertThat(error.path("code").stringValue()).isEqualTo("provider_error");
        assertThat(error.path("message").stringValue())
                .isEqualTo(failed.json().at("/error/message").stringValue());
        assertThat(error.path("provider").stringValue()).isEqualTo("anthropic");
        assertThat(error.path("status_code").asInt()).isEqualTo(502);
        assertThat(status.path("recent_errors").toString()).doesNotContain("model_not_found");
    }

    @Test
    void providers_are_shown_as_in_health_with_the_login_of_each_account() throws IOException {
        JsonNode health = olp.get("/health").json().path("providers");
        JsonNode providers = get("providers").path("providers");

        assertThat(providers.propertyNames()).containsExactlyInAnyOrder("anthropic", "openai");
        for (String field : health.path("openai").propertyNames()) {
            assertThat(providers.at("/openai/" + field)).as(field).isEqualTo(health.at("/openai/" + field));
        }
        assertThat(providers.at("/openai/accounts/default/login_source").stringValue())
                .isEqualTo("environment");
        assertThat(providers.at("/openai/accounts/work/login_problem").stringValue())
                .isEqualTo("there is none");
        assertThat(providers.toString()).doesNotContain("fake-codex-key", "fake-claude-token");
    }

    @Test
    void health_is_what_the_owner_is_told_at_its_own_place() throws IOException {
        assertThat(get("health").propertyNames())
                .isEqualTo(olp.get("/health").json().propertyNames())
                .contains("sandbox");
    }

    @Test
    void chains_are_listed_for_every_model() throws IOException {
        JsonNode chains = get("chains").path("chains");

        JsonNode haiku = only(chains, "claude-haiku-4-5");
        assertThat(haiku.path("configured").asBoolean()).isTrue();
        assertThat(haiku.path("hops")).hasSize(3);
        JsonNode opus = only(chains, "claude-opus-4-8");
        assertThat(opus.path("configured").asBoolean()).isFalse();
        assertThat(opus.path("hops").toString())
                .isEqualTo(
                        "[{\"provider\":\"anthropic\",\"model\":\"claude-opus-4-8\",\"account\":\"default\",\"enabled\":true}]");
    }

    @Test
    void a_chain_is_explained_as_it_stands() throws Exception {
        JsonNode chain = get("chains?model=haiku");
        assertThat(chain.path("model").stringValue()).isEqualTo("claude-haiku-4-5");
        assertThat(chain.at("/next/provider").stringValue()).isEqualTo("anthropic");
        assertThat(chain.at("/hops/1/usable").asBoolean()).isFalse();
        assertThat(chain.at("/hops/1/obstacles/0/code").stringValue()).isEqualTo("provider_off");

        assertThat(olp.command(
                                "keys",
                                "create",
                                "--name",
                                "codex only",
                                "--providers",
                                "openai",
                                "--accounts",
                                "openai=work")
                        .exit())
                .isZero();
        JsonNode ofKey = get("chains?model=haiku&key=codex%20only");
        assertThat(ofKey.at("/hops/0/obstacles/0/code").stringValue()).isEqualTo("not_in_scope");
        assertThat(ofKey.at("/hops/2/account").stringValue()).isEqualTo("work");
        assertThat(ofKey.at("/hops/2/obstacles/0/code").stringValue()).isEqualTo("login");
        assertThat(ofKey.path("next").isNull()).isTrue();
    }

    @Test
    void a_chain_is_explained_for_a_key_that_insists_on_more_than_this_server_gives() throws Exception {
        assertThat(olp.command("keys", "create", "--name", "careful", "--min-tier", "separate-vm")
                        .exit())
                .isZero();
        assertThat(get("chains?model=haiku").at("/next/provider").stringValue()).isEqualTo("anthropic");

        JsonNode obstacle = get("chains?model=haiku&key=careful").at("/hops/0/obstacles/0");
        assertThat(obstacle.path("code").stringValue()).isEqualTo("min_tier");
        assertThat(obstacle.path("message").stringValue()).contains("separate-vm", "shared-os-user");
        assertThat(olp.command("chains", "explain", "haiku", "--key", "careful").out())
                .contains("no: the key insists on separate-vm");
    }

    @Test
    void the_configuration_in_force_is_shown_without_secrets() throws IOException {
        JsonNode document = get("config");

        assertThat(document.at("/config/providers/mistral/enabled").asBoolean()).isFalse();
        assertThat(document.path("sources").path("providers.mistral.enabled").stringValue())
                .isEqualTo("config.json");
        assertThat(document.toString()).doesNotContain(OlpServer.OWNER_TOKEN, OlpServer.CANARY);
    }

    @Test
    void usage_is_shown_of_every_key_that_is_not_revoked() throws Exception {
        String token = olp.command("keys", "create", "--name", "counted").out().strip();
        olp.command("keys", "create", "--name", "gone");
        olp.command("keys", "revoke", "gone");
        JsonNode own;
        try (RawHttp http = olp.connect()) {
            http.post("/v1/chat/completions", token, Bodies.chat("sonnet", "hi").getBytes(StandardCharsets.UTF_8))
                    .reply();
            own = http.send("GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                    .reply()
                    .json();
        }

        JsonNode counted = get("usage")
                .path("usage")
                .valueStream()
                .filter(usage -> usage.at("/key/name").stringValue().equals("counted"))
                .findFirst()
                .orElseThrow();
        assertThat(counted.at("/windows/day/requests/used").asInt()).isEqualTo(1);
        assertThat(counted.propertyNames()).isEqualTo(own.propertyNames());
        assertThat(counted.at("/windows/day")).isEqualTo(own.at("/windows/day"));
        assertThat(get("usage").toString()).doesNotContain("\"gone\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "health", "providers", "chains", "config", "usage", "audit"})
    void each_is_the_owners_alone_and_has_its_row(String name) throws Exception {
        Reply reply = olp.get(MANAGEMENT + name);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.header("cache-control")).isEqualTo("no-store");
        assertThat(reply.headers().keySet()).noneMatch(header -> header.startsWith("access-control-"));
        assertThat(new AuditTable(olp).of(reply.header("x-request-id")).get("path"))
                .isEqualTo(MANAGEMENT + name);

        String guest = olp.command("keys", "create", "--name", "guest of " + name)
                .out()
                .strip();
        Refusal.assertIs(with("Authorization: Bearer " + guest, "GET", name), 403, "owner_required");
        Reply nobody = with("X-Nothing: 1", "GET", name);
        Refusal.assertIs(nobody, 401, "missing_api_key");
        assertThat(new AuditTable(olp).of(nobody.header("x-request-id")).number("status"))
                .isEqualTo(401);
        Refusal.assertIs(
                with("Authorization: Bearer " + OlpServer.OWNER_TOKEN, "DELETE", name), 405, "method_not_allowed");
        Reply head = with("Authorization: Bearer " + OlpServer.OWNER_TOKEN, "HEAD", name);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,chains?model=no-such-model,404,model_not_found",
        "GET,chains?model=%3Cscript%3Ealert(1)%3C/script%3E,404,model_not_found",
        "GET,chains?model=sonnet&key=nobody,404,key_not_found",
        "GET,chains?key=nobody,400,invalid_value",
        "GET,chains?hop=1,400,invalid_value",
        "GET,chains?model=a&model=b,400,invalid_value",
        "GET,drain,405,method_not_allowed",
        "GET,no-such-thing,404,unsupported_endpoint",
        "GET,status/more,404,unsupported_endpoint"
    })
    void what_cannot_be_meant_is_refused(String method, String path, int status, String code) throws IOException {
        Reply reply =
                Refusal.assertIs(with("Authorization: Bearer " + OlpServer.OWNER_TOKEN, method, path), status, code);
        assertThat(reply.text()).doesNotContain("<script>", "nobody");
    }

    @Test
    void a_drain_takes_no_fields_and_is_nobodys_but_the_owners() throws Exception {
        Refusal.assertIs(olp.post(MANAGEMENT + "drain", "{\"timeout\": 1}"), 400, "invalid_value");
        String guest =
                olp.command("keys", "create", "--name", "guest of drain").out().strip();
        Refusal.assertIs(with("Authorization: Bearer " + guest, "POST", "drain"), 403, "owner_required");

        assertThat(olp.get("/readyz").status()).isEqualTo(200);
    }

    private static JsonNode only(JsonNode chains, String model) {
        return chains.valueStream()
                .filter(chain -> chain.path("model").stringValue().equals(model))
                .findFirst()
                .orElseThrow();
    }

    private static Reply with(String header, String method, String path) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.send(method + " " + MANAGEMENT + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + header + "\r\n\r\n")
                    .reply();
        }
    }

    private static JsonNode get(String path) throws IOException {
        Reply reply = olp.get(MANAGEMENT + path);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }
}
