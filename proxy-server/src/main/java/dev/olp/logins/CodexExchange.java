package dev.olp.logins;

import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LoginFormat.Malformed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** As codex 0.171 does it. 0.133 has no locks. */
final class CodexExchange implements TokenExchange {
    private static final String CLIENT = "app_EMoamEEZ73f0CkXaXp7hrann";
    private static final List<String> TOKENS = List.of("id_token", "access_token", "refresh_token");

    @Override
    public String endpoint() {
        return "https://auth.openai.com/oauth/token";
    }

    @Override
    public String endpointVariable() {
        return "CODEX_REFRESH_TOKEN_URL_OVERRIDE";
    }

    @Override
    public String refreshToken(JsonNode file) {
        return file.path("tokens").path("refresh_token").asString("");
    }

    @Override
    public ObjectNode request(JsonNode file, String refreshToken) {
        ObjectNode request = JsonMapper.shared().createObjectNode();
        request.put("client_id", CLIENT);
        request.put("grant_type", "refresh_token");
        request.put("refresh_token", refreshToken);
        return request;
    }

    @Override
    public void put(ObjectNode file, JsonNode answer, Instant granted) throws Malformed {
        if (!(file.path("tokens") instanceof ObjectNode tokens)) {
            throw new Malformed("no tokens");
        }
        for (String name : TOKENS) {
            String value = answer.path(name).asString("");
            if (!value.isBlank()) {
                tokens.put(name, value);
            }
        }
        file.put("last_refresh", granted.toString());
    }

    /** It holds none. */
    @Override
    public CliLock whileAsking(Path folder, Duration patience, InstantSource clock) {
        return () -> {};
    }

    @Override
    public CliLock whileWriting(Path folder, Duration patience, InstantSource clock, Posix posix) throws IOException {
        return CliLocks.take(
                () -> FlockedFile.take(folder.resolve("auth.lock"), patience, posix),
                () -> FlockedFile.take(folder.resolve("auth.json.lock"), patience, posix));
    }
}
