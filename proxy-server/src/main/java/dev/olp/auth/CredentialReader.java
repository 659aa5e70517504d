package dev.olp.auth;

import dev.olp.http.InboundRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the token out of {@code Authorization: Bearer} (RFC 6750, any case, spaces tolerated), {@code x-api-key}
 * (Anthropic's clients) or {@code api-key} (Azure's). The same token twice is fine; two that differ are not guessed
 * between.
 */
final class CredentialReader {
    private static final Pattern BEARER = Pattern.compile("\\s*bearer(?:\\s+(.*))?", Pattern.CASE_INSENSITIVE);
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,512}");

    private CredentialReader() {}

    static Credential read(InboundRequest request) {
        Set<String> tokens = new LinkedHashSet<>();
        boolean empty = false;
        for (String value : request.values("authorization")) {
            Matcher bearer = BEARER.matcher(value);
            if (!bearer.matches()) {
                return new Credential.Unusable("The Authorization header must be \"Bearer\" and a key.");
            }
            String token = bearer.group(1) == null ? "" : bearer.group(1).strip();
            empty |= token.isEmpty();
            tokens.add(token);
        }
        for (String header : List.of("x-api-key", "api-key")) {
            for (String value : request.values(header)) {
                empty |= value.isBlank();
                tokens.add(value.strip());
            }
        }
        tokens.remove("");
        if (tokens.size() > 1) {
            return new Credential.Unusable("The request carries two different keys; send one.");
        }
        if (tokens.isEmpty()) {
            return empty ? new Credential.Unusable("The key sent is empty.") : new Credential.None();
        }
        String token = tokens.iterator().next();
        return TOKEN.matcher(token).matches()
                ? new Credential.Token(token)
                : new Credential.Unusable("The key sent holds characters that no key has.");
    }
}
