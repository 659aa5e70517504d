package dev.olp.logins;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Login;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * codex 0.171: {@code auth.json} with {@code OPENAI_API_KEY}, or {@code tokens{access_token, refresh_token, account_id}}
 * of a ChatGPT login. When the access token ends stands in its own payload, a JWT's.
 */
final class CodexFormat implements LoginFormat, Renewal {
    /** And not in a keyring. */
    private static final String IN_A_FILE = "cli_auth_credentials_store=\"file\"";

    private static final int ACCOUNT_READ = 2;
    private static final int JWT_PARTS = 3;

    @Override
    public String fileName() {
        return "auth.json";
    }

    @Override
    public StoredLogin parse(byte[] content) throws Malformed, LoggedOut {
        JsonNode root = LoginJson.read(content);
        String key = root.path("OPENAI_API_KEY").asString("");
        boolean chatGpt = root.path("auth_mode").asString("").equals("chatgpt");
        if (!key.isBlank() && !chatGpt) {
            return new StoredLogin(new Login(Login.Kind.API_KEY, key, null), null, false);
        }
        JsonNode tokens = root.path("tokens");
        String token = tokens.path("access_token").asString("");
        if (token.isBlank()) {
            throw new LoggedOut();
        }
        String account = tokens.path("account_id").asString("");
        return new StoredLogin(
                new Login(Login.Kind.OAUTH_TOKEN, token, account.isBlank() ? null : account),
                end(token),
                !tokens.path("refresh_token").asString("").isBlank());
    }

    private static @Nullable Instant end(String token) {
        JsonNode end = payload(token).path("exp");
        return end.isIntegralNumber() ? Instant.ofEpochSecond(end.longValue()) : null;
    }

    private static JsonNode payload(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != JWT_PARTS) {
            return MissingNode.getInstance();
        }
        try {
            return LoginJson.read(Base64.getUrlDecoder().decode(parts[1]));
        } catch (Malformed | IllegalArgumentException noPayload) {
            return MissingNode.getInstance();
        }
    }

    /** The account, of which a company's has several users, and the user. */
    @Override
    public Optional<String> person(byte[] content, Path folder) throws Malformed, LoggedOut {
        Login login = parse(content).login();
        if (login.kind() == Login.Kind.API_KEY) {
            return Optional.of(login.secret());
        }
        String account = login.accountId() == null ? "" : login.accountId();
        String user = payload(login.secret()).path("sub").asString("");
        return account.isEmpty() && user.isEmpty() ? Optional.empty() : Optional.of(account + "\n" + user);
    }

    @Override
    public Optional<List<String>> signIn(boolean device) {
        return Optional.of(
                device ? List.of("login", "--device-auth", "-c", IN_A_FILE) : List.of("login", "-c", IN_A_FILE));
    }

    @Override
    public Optional<Renewal> renewal() {
        return Optional.of(this);
    }

    @Override
    public Optional<TokenExchange> exchange() {
        return Optional.of(new CodexExchange());
    }

    @Override
    public List<String> args() {
        return List.of(
                "app-server",
                "-c",
                IN_A_FILE,
                "-c",
                "analytics.enabled=false",
                "-c",
                "otel.exporter=\"none\"",
                "-c",
                "otel.metrics_exporter=\"none\"",
                "-c",
                "check_for_update_on_startup=false",
                "-c",
                "skills.bundled.enabled=false");
    }

    @Override
    public Map<String, String> environment(Path folder) {
        return Map.of("CODEX_HOME", folder.toString(), "RUST_LOG", "error", "NO_COLOR", "1");
    }

    @Override
    public List<StdinLine> opening() {
        return List.of(
                LoginJson.line(
                        "{\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"olp\",\"version\":\"1\"}}}"),
                LoginJson.line("{\"method\":\"initialized\"}"),
                LoginJson.line("{\"id\":" + ACCOUNT_READ
                        + ",\"method\":\"account/read\",\"params\":{\"refreshToken\":true}}"));
    }

    @Override
    public boolean isDone(byte[] line) {
        try {
            return LoginJson.read(line).path("id").asInt(0) == ACCOUNT_READ;
        } catch (Malformed otherLine) {
            return false;
        }
    }

    /** {@code refreshToken: true} renews whatever life is left. */
    @Override
    public Optional<byte[]> spent(byte[] content) {
        return Optional.empty();
    }
}
