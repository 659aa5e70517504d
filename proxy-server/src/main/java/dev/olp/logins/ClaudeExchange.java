package dev.olp.logins;

import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LoginFormat.Malformed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** As claude 2.1.152 and 2.1.332 do it. */
final class ClaudeExchange implements TokenExchange {
    private static final String CLIENT = "9d1c250a-e61b-44d9-88ed-5944d1962f5e";

    /** 2.1.332 takes it for abandoned after that; 2.1.152 after 10 s. */
    private static final Duration STALE = Duration.ofSeconds(60);

    /** Where the answer does not say. */
    private static final long LIFE_SECONDS = 3600;

    @Override
    public String endpoint() {
        return "https://platform.claude.com/v1/oauth/token";
    }

    @Override
    public String endpointVariable() {
        return "OLP_CLAUDE_TOKEN_URL";
    }

    @Override
    public String refreshToken(JsonNode file) {
        return file.path(ClaudeFormat.OAUTH).path("refreshToken").asString("");
    }

    @Override
    public ObjectNode request(JsonNode file, String refreshToken) {
        JsonNode oauth = file.path(ClaudeFormat.OAUTH);
        ObjectNode request = JsonMapper.shared().createObjectNode();
        request.put("grant_type", "refresh_token");
        request.put("refresh_token", refreshToken);
        request.put("client_id", oauth.path("clientId").asString(CLIENT));
        String scopes = oauth.path("scopes")
                .valueStream()
                .map(scope -> scope.asString(""))
                .collect(Collectors.joining(" "));
        if (!scopes.isBlank()) {
            request.put("scope", scopes);
        }
        return request;
    }

    @Override
    public void put(ObjectNode file, JsonNode answer, Instant granted) throws Malformed {
        if (!(file.path(ClaudeFormat.OAUTH) instanceof ObjectNode oauth)) {
            throw new Malformed("no " + ClaudeFormat.OAUTH);
        }
        copy(answer, "access_token", oauth, "accessToken");
        copy(answer, "refresh_token", oauth, "refreshToken");
        long life = answer.path("expires_in").asLong(LIFE_SECONDS);
        oauth.put(ClaudeFormat.EXPIRES_AT, granted.plusSeconds(life).toEpochMilli());
        if (answer.path("refresh_token_expires_in").isNumber()) {
            long last = answer.path("refresh_token_expires_in").asLong();
            oauth.put("refreshTokenExpiresAt", granted.plusSeconds(last).toEpochMilli());
        }
        List<String> scopes = Stream.of(answer.path("scope").asString("").split(" ", -1))
                .filter(scope -> !scope.isBlank())
                .toList();
        if (!scopes.isEmpty()) {
            ArrayNode kept = oauth.putArray("scopes");
            scopes.forEach(kept::add);
        }
    }

    private static void copy(JsonNode answer, String from, ObjectNode oauth, String to) {
        String value = answer.path(from).asString("");
        if (!value.isBlank()) {
            oauth.put(to, value);
        }
    }

    /** The second is of versions before the first; like the CLI we go on without it where it cannot be made. */
    @Override
    public CliLock whileAsking(Path folder, Duration patience, InstantSource clock) throws IOException {
        Path outside = folder.resolveSibling(Objects.requireNonNull(folder.getFileName()) + ".lock");
        CliLocks.Taking own = () -> FolderLock.take(folder.resolve(".oauth_refresh.lock"), STALE, patience, clock);
        return Files.isWritable(Objects.requireNonNull(folder.getParent()))
                ? CliLocks.take(own, () -> FolderLock.take(outside, STALE, patience, clock))
                : own.take();
    }

    @Override
    public CliLock whileWriting(Path folder, Duration patience, InstantSource clock, Posix posix) throws IOException {
        return FolderLock.forWriting(folder, patience, clock);
    }
}
