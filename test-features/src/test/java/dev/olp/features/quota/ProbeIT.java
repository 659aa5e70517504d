package dev.olp.features.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.fakeupstream.Scenario;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A plan that nobody uses is asked for, where somebody looks and the operator wants that. */
class ProbeIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .withoutEnvironment("CLAUDE_CODE_OAUTH_TOKEN")
            .withoutEnvironment("CODEX_API_KEY")
            .set("/providers/anthropic/quota_probe_enabled", "true")
            .set("/providers/openai/quota_probe_enabled", "true")
            .server();

    private final Instant reset = Instant.now().plus(Duration.ofHours(3)).truncatedTo(ChronoUnit.SECONDS);

    @Test
    void what_nobody_told_is_asked_for_and_a_failure_is_held_against_nobody() throws Exception { // S112
        Path claude = write("anthropic", ".credentials.json", """
                {"claudeAiOauth":{"accessToken":"access","refreshToken":"refresh","expiresAt":%d}}""".formatted(
                        Instant.now().plusSeconds(7200).toEpochMilli()));
        Path codex = write("openai", "auth.json", """
                {"auth_mode":"chatgpt","tokens":{"id_token":"%1$s","access_token":"%1$s","refresh_token":"refresh","account_id":"acc-1"},"last_refresh":"2026-01-01T00:00:00Z"}""".formatted(token(7200)));
        String before = Files.readString(claude) + Files.readString(codex);
        upstream(Scenario.HTML502);

        await().atMost(PATIENCE)
                .until(() ->
                        "probe".equals(quota("anthropic").at("/failure/code").asString("")));
        JsonNode health = olp.get("/health").json().at("/providers/anthropic");
        assertThat(health.path("breaker").asString()).isEqualTo("closed");
        assertThat(health.path("pauses").isEmpty()).isTrue();
        assertThat(quota("anthropic").path("status").asString()).isEqualTo("unknown");

        upstream(Scenario.OK);
        Map<String, String> both = new HashMap<>(PlanHeaders.claude(0.37, 0.62, reset));
        both.putAll(PlanHeaders.codex(13, 81, reset));
        olp.upstream().plan(both);
        olp.stop();
        olp.start();
        await().atMost(PATIENCE).until(() -> isProbed("anthropic") && isProbed("openai"));

        assertThat(quota("anthropic").at("/utilization/5h").asDouble()).isEqualTo(0.37);
        assertThat(quota("openai").at("/utilization/7d").asDouble()).isEqualTo(0.81);
        assertThat(Files.readString(claude) + Files.readString(codex)).isEqualTo(before);
        assertThat(new AuditTable(olp).all())
                .as("it is nobody's request")
                .noneMatch(row -> row.get("path").startsWith("/v1/chat"));
    }

    @Test
    void a_provider_that_tells_nothing_refuses_the_setting() throws Exception {
        probeMistral(true);
        try {
            Reply refused = olp.post("/v0/management/reload", "");

            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.text()).contains("providers.mistral.quota_probe_enabled: true (expected: false");
        } finally {
            probeMistral(false);
            assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        }
    }

    private static void probeMistral(boolean wanted) throws IOException {
        olp.edit(config -> config.withObjectProperty("providers")
                .withObjectProperty("mistral")
                .put("quota_probe_enabled", wanted));
    }

    private static void upstream(Scenario scenario) throws IOException {
        olp.edit(config -> {
            String url = olp.upstream().url(scenario);
            config.withObjectProperty("providers")
                    .withObjectProperty("anthropic")
                    .put("upstream", url);
            config.withObjectProperty("providers").withObjectProperty("openai").put("upstream", url + "/v1");
        });
        assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
    }

    private static boolean isProbed(String provider) throws IOException {
        JsonNode quota = quota(provider);
        return quota.path("status").asString("").equals("live")
                && quota.path("source").asString("").equals("probe");
    }

    private static JsonNode quota(String provider) throws IOException {
        return olp.get("/v0/management/quota")
                .json()
                .path("quota_v2")
                .valueStream()
                .filter(entry -> entry.path("provider").asString().equals(provider))
                .findFirst()
                .orElseThrow();
    }

    /** A JWT as far as anybody looks. */
    private static String token(long lifeSeconds) {
        String payload = "{\"sub\":\"user-1\",\"exp\":"
                + Instant.now().plusSeconds(lifeSeconds).getEpochSecond() + "}";
        return "h."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes(StandardCharsets.UTF_8))
                + ".s";
    }

    private static Path write(String provider, String name, String content) throws IOException {
        Path folder = olp.home().resolve("logins").resolve(provider).resolve("default");
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path file = Files.createFile(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, content, StandardCharsets.UTF_8);
    }
}
