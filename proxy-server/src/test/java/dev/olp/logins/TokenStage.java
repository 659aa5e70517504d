package dev.olp.logins;

import dev.olp.config.CredentialSettings.Renewal;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A token endpoint on loopback, and servers whose logins are renewed there. */
final class TokenStage {
    static final String GRANT =
            "{\"access_token\":\"access-new\",\"refresh_token\":\"refresh-new\",\"expires_in\":28800}";

    private static final LoginTimes TIMES = new LoginTimes(
            Duration.ofSeconds(240),
            Duration.ofSeconds(30),
            Duration.ofSeconds(4),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2));

    private final Path folder;
    private final Posix posix = NativePosix.load();
    private final List<ManagedLogins> servers = new ArrayList<>();
    private final ThrowAwaySandbox sandbox;
    private final TokenServer tokens;
    private Renewal chosen = Renewal.TOKEN_ENDPOINT;

    /** @param folder of its own, the home of whoever is logged in */
    TokenStage(Path folder) throws Exception {
        this.folder = folder;
        Path spawnRoot = Files.createDirectory(
                folder.resolve("spawn"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        sandbox = new ThrowAwaySandbox(spawnRoot, new byte[32], new SecureRandom(), Clock.systemUTC(), posix);
        tokens = new TokenServer();
    }

    void close() throws Exception {
        servers.forEach(ManagedLogins::close);
        sandbox.close();
        tokens.close();
    }

    /** How renewals are done from now on. */
    void choose(Renewal renewal) {
        chosen = renewal;
    }

    Posix posix() {
        return posix;
    }

    TokenServer tokens() {
        return tokens;
    }

    /** As a server that has just started. */
    Login find(String provider) throws NoLogin, InterruptedException {
        return server("store-" + servers.size()).find(provider, "default");
    }

    /** @param store the name of its own folder */
    ManagedLogins server(String store) {
        ManagedLogins server = new ManagedLogins(
                new LoginPlaces(Map.of("HOME", folder.toString()), folder.resolve(store)),
                renewers(Map.of(
                        "OLP_CLAUDE_TOKEN_URL", tokens.url(),
                        "CODEX_REFRESH_TOKEN_URL_OVERRIDE", tokens.url(),
                        "HTTPS_PROXY", "http://127.0.0.1:1")),
                TIMES,
                Clock.systemUTC());
        servers.add(server);
        return server;
    }

    private Renewers renewers(Map<String, String> environment) {
        return new Renewers(
                sandbox, provider -> folder.resolve("no-cli"), environment, (provider, account) -> chosen, posix);
    }

    Path claude(String name, Duration life) throws IOException {
        return LoginFolder.claude(folder.resolve(".claude"), name, Instant.now().plus(life));
    }

    Path codex(String token) throws IOException {
        return LoginFolder.write(folder.resolve(".codex"), "auth.json", """
                {"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"id_token":"id-old","access_token":"%s","refresh_token":"refresh-old","account_id":"acc-1"},"last_refresh":"2026-01-01T00:00:00Z","unknown":{"kept":true}}""".formatted(token));
    }

    static String jwt(long lifeSeconds) {
        String payload = "{\"exp\":" + (Instant.now().getEpochSecond() + lifeSeconds) + "}";
        return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes(StandardCharsets.UTF_8))
                + ".c2ln";
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
