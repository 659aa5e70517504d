package dev.olp.logins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who is signed in, by claude's {@code .claude.json}: {@code oauthAccount{accountUuid, organizationUuid}}. The file lies in
 * the login's folder, or beside it where that is {@code ~/.claude}, and may be large, so only that much of it is kept.
 */
final class ClaudeAccount {
    private static final String FILE = ".claude.json";

    private ClaudeAccount() {}

    /** Empty where nobody says. */
    static Optional<String> of(Path folder) {
        Path file = folder.endsWith(".claude") ? folder.resolveSibling(FILE) : folder.resolve(FILE);
        try {
            return Files.isRegularFile(file) ? read(file) : Optional.empty();
        } catch (IOException | JacksonException beingWritten) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file) throws IOException {
        try (JsonParser json = JsonMapper.shared().createParser(Files.newInputStream(file))) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = "oauthAccount".equals(json.currentName());
                if (json.nextToken() == JsonToken.START_OBJECT && wanted) {
                    return person(json);
                }
                json.skipChildren();
            }
            return Optional.empty();
        }
    }

    private static Optional<String> person(JsonParser json) {
        Map<String, String> ids = new HashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.VALUE_STRING) {
                ids.put(name, json.getString());
            }
            json.skipChildren();
        }
        String person = ids.getOrDefault("accountUuid", "");
        return person.isBlank()
                ? Optional.empty()
                : Optional.of(person + "\n" + ids.getOrDefault("organizationUuid", ""));
    }
}
