package dev.olp.logins;

import dev.olp.provider.Login;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * OLP's own: the secret alone, one line of visible ASCII.
 */
record PlainFormat(Login.Kind kind) implements LoginFormat {
    /** Longer than any that is known. */
    static final int LONGEST = 16 << 10;

    @Override
    public String fileName() {
        return switch (kind) {
            case API_KEY -> "api-key";
            case OAUTH_TOKEN -> "setup-token";
        };
    }

    @Override
    public StoredLogin parse(byte[] content) throws LoggedOut {
        String secret = new String(content, StandardCharsets.UTF_8).strip();
        if (!isSecret(secret)) {
            throw new LoggedOut();
        }
        return new StoredLogin(new Login(kind, secret, null), null, false);
    }

    /** It is never renewed, so that it is its own. */
    @Override
    public Optional<String> person(byte[] content, Path folder) throws LoggedOut {
        return Optional.of(parse(content).secret());
    }

    /** Whether a header can carry it. */
    static boolean isSecret(String text) {
        return !text.isEmpty() && text.length() <= LONGEST && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
