package dev.olp.logins;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Login;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * claude 2.1: {@code .credentials.json} with {@code claudeAiOauth{accessToken, refreshToken, expiresAt}}, the last in
 * milliseconds. 2.1.332 empties the tokens when the provider refuses to renew.
 */
final class ClaudeFormat implements LoginFormat, Renewal {
    static final String OAUTH = "claudeAiOauth";
    static final String EXPIRES_AT = "expiresAt";

    @Override
    public String fileName() {
        return ".credentials.json";
    }

    @Override
    public StoredLogin parse(byte[] content) throws Malformed, LoggedOut {
        JsonNode oauth = LoginJson.read(content).path(OAUTH);
        String token = oauth.path("accessToken").asString("");
        if (token.isBlank()) {
            throw new LoggedOut();
        }
        JsonNode expiresAt = oauth.path(EXPIRES_AT);
        return new StoredLogin(
                new Login(Login.Kind.OAUTH_TOKEN, token, null),
                expiresAt.isIntegralNumber() ? Instant.ofEpochMilli(expiresAt.longValue()) : null,
                !oauth.path("refreshToken").asString("").isBlank());
    }

    /** Its file does not say whose it is; the CLI's own configuration beside it does. A change of plan makes it another one. */
    @Override
    public Optional<String> person(byte[] content, Path folder) throws Malformed {
        JsonNode oauth = LoginJson.read(content).path(OAUTH);
        return ClaudeAccount.of(folder)
                .map(account -> account + "\n" + oauth.path("subscriptionType").asString("") + "\n"
                        + oauth.path("rateLimitTier").asString(""));
    }

    /** It shows an address and asks for the code that is shown there, so it needs no browser of its own. */
    @Override
    public Optional<List<String>> signIn(boolean device) {
        return Optional.of(List.of("auth", "login"));
    }

    @Override
    public Optional<Renewal> renewal() {
        return Optional.of(this);
    }

    @Override
    public Optional<TokenExchange> exchange() {
        return Optional.of(new ClaudeExchange());
    }

    /** Without a prompt it has nothing to ask a model; it renews at its start, both 2.1.152 and 2.1.332. */
    @Override
    public List<String> args() {
        return List.of(
                "-p",
                "--input-format",
                "stream-json",
                "--output-format",
                "stream-json",
                "--verbose",
                "--tools",
                "",
                "--strict-mcp-config",
                "--setting-sources",
                "",
                "--no-session-persistence");
    }

    /** In {@code ~/.claude} it is started as its owner would, so that it makes no file there that it would not else. */
    @Override
    public Map<String, String> environment(Path folder) {
        Path home = folder.endsWith(".claude") ? folder.getParent() : null;
        return Map.of(
                home == null ? "CLAUDE_CONFIG_DIR" : "HOME",
                (home == null ? folder : home).toString(),
                "DISABLE_TELEMETRY",
                "1",
                "DISABLE_ERROR_REPORTING",
                "1",
                "DISABLE_AUTOUPDATER",
                "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                "1");
    }

    @Override
    public List<StdinLine> opening() {
        return List.of(
                LoginJson.line(
                        "{\"type\":\"control_request\",\"request_id\":\"olp-renewal\",\"request\":{\"subtype\":\"initialize\"}}"));
    }

    /** It answers at once and renews beside that. */
    @Override
    public boolean isDone(byte[] line) {
        return false;
    }

    @Override
    public Optional<byte[]> spent(byte[] content) {
        try {
            JsonNode root = LoginJson.read(content);
            if (root.path(OAUTH) instanceof ObjectNode oauth) {
                oauth.put(EXPIRES_AT, 1);
                return Optional.of(JsonMapper.shared().writeValueAsString(root).getBytes(StandardCharsets.UTF_8));
            }
            return Optional.empty();
        } catch (Malformed notOne) {
            return Optional.empty();
        }
    }
}
