package dev.olp.logins;

import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Logins from, in this order: the server's environment, OLP's own store ({@code logins/<provider>/<account>} in its
 * home), and for the default account the operator's own files. Access tokens and API keys only: a refresh token is
 * never kept nor handed on.
 *
 * <p>Formats: claude 2.1 {@code .credentials.json} ({@code claudeAiOauth.accessToken}, {@code expiresAt} in
 * milliseconds); codex 0.171 {@code auth.json} ({@code OPENAI_API_KEY} or {@code tokens.access_token} with
 * {@code tokens.account_id}); vibe 2.18 {@code .env} ({@code MISTRAL_API_KEY=}).
 */
public final class HomeLogins implements LoginSource {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, String> environment;
    private final Path store;
    private final Clock clock;

    /**
     * Makes the source.
     *
     * @param environment the server's own environment
     * @param store OLP's logins folder
     * @param clock to tell an expired token
     */
    public HomeLogins(Map<String, String> environment, Path store, Clock clock) {
        this.environment = Map.copyOf(environment);
        this.store = store;
        this.clock = clock;
    }

    @Override
    public Login find(String provider, String account) throws NoLogin {
        boolean isDefault = account.equals("default");
        Optional<Login> fromEnvironment = isDefault ? environmentLogin(provider) : Optional.empty();
        if (fromEnvironment.isPresent()) {
            return fromEnvironment.get();
        }
        for (Path file : files(provider, account, isDefault)) {
            if (Files.isRegularFile(file)) {
                return read(provider, file);
            }
        }
        throw new NoLogin("no login for " + provider + "/" + account
                + ": set its environment variable or log its CLI in as the user that runs OLP");
    }

    private Optional<Login> environmentLogin(String provider) {
        return switch (provider) {
            case "anthropic" ->
                variable("CLAUDE_CODE_OAUTH_TOKEN", Login.Kind.OAUTH_TOKEN)
                        .or(() -> variable("ANTHROPIC_API_KEY", Login.Kind.API_KEY));
            case "openai" -> variable("CODEX_API_KEY", Login.Kind.API_KEY);
            case "mistral" -> variable("MISTRAL_API_KEY", Login.Kind.API_KEY);
            default -> Optional.empty();
        };
    }

    private Optional<Login> variable(String name, Login.Kind kind) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? Optional.empty() : Optional.of(new Login(kind, value.strip(), null));
    }

    private List<Path> files(String provider, String account, boolean isDefault) {
        String home = environment.get("HOME");
        return switch (provider) {
            case "anthropic" -> candidates(provider, account, ".credentials.json", isDefault, null, home, ".claude");
            case "openai" ->
                candidates(provider, account, "auth.json", isDefault, environment.get("CODEX_HOME"), home, ".codex");
            case "mistral" ->
                candidates(provider, account, ".env", isDefault, environment.get("VIBE_HOME"), home, ".vibe");
            default -> List.of();
        };
    }

    private List<Path> candidates(
            String provider,
            String account,
            String file,
            boolean isDefault,
            @Nullable String vendorHome,
            @Nullable String home,
            String folder) {
        Path own = store.resolve(provider).resolve(account).resolve(file);
        if (!isDefault) {
            return List.of(own);
        }
        if (vendorHome != null && !vendorHome.isBlank()) {
            return List.of(own, Path.of(vendorHome, file));
        }
        return home == null ? List.of(own) : List.of(own, Path.of(home, folder, file));
    }

    private Login read(String provider, Path file) throws NoLogin {
        try {
            byte[] content = Files.readAllBytes(file);
            return switch (provider) {
                case "anthropic" -> claude(JSON.readTree(content), file);
                case "openai" -> codex(JSON.readTree(content), file);
                default -> vibe(new String(content, StandardCharsets.UTF_8), file);
            };
        } catch (IOException | JacksonException e) {
            throw new NoLogin(
                    "cannot read the login " + file + ": " + e.getClass().getSimpleName());
        }
    }

    private Login claude(JsonNode root, Path file) throws NoLogin {
        JsonNode oauth = root.path("claudeAiOauth");
        long expiresAt = oauth.path("expiresAt").asLong(Long.MAX_VALUE);
        if (expiresAt <= clock.millis()) {
            throw new NoLogin("the login " + file + " has expired: run the CLI once as that user to renew it");
        }
        return login(Login.Kind.OAUTH_TOKEN, oauth.path("accessToken"), null, file);
    }

    private static Login codex(JsonNode root, Path file) throws NoLogin {
        if (!root.path("OPENAI_API_KEY").asString("").isBlank()) {
            return login(Login.Kind.API_KEY, root.path("OPENAI_API_KEY"), null, file);
        }
        JsonNode tokens = root.path("tokens");
        return login(Login.Kind.OAUTH_TOKEN, tokens.path("access_token"), tokens.path("account_id"), file);
    }

    private static Login vibe(String content, Path file) throws NoLogin {
        return content.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("MISTRAL_API_KEY="))
                .map(line -> line.substring(line.indexOf('=') + 1).replaceAll("^['\"]|['\"]$", ""))
                .filter(value -> !value.isBlank())
                .findFirst()
                .map(value -> new Login(Login.Kind.API_KEY, value, null))
                .orElseThrow(() -> new NoLogin("no MISTRAL_API_KEY in " + file));
    }

    private static Login login(Login.Kind kind, JsonNode secret, @Nullable JsonNode accountId, Path file)
            throws NoLogin {
        String value = secret.asString("");
        if (value.isBlank()) {
            throw new NoLogin("no token in the login " + file);
        }
        String account = accountId == null ? "" : accountId.asString("");
        return new Login(kind, value, account.isBlank() ? null : account);
    }
}
