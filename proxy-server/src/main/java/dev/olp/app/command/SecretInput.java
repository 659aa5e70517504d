package dev.olp.app.command;

import dev.olp.logins.LoginStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A secret from standard input: argv is public. What is refused is never quoted. */
final class SecretInput {
    private static final int MOST_BYTES = 64 << 10;

    private SecretInput() {}

    static String apiKey(InputStream in, String provider) throws IOException, UsageException {
        String key = read(in);
        if (provider.equals("anthropic") && key.startsWith("sk-ant-oat")) {
            throw new UsageException("--api-key-stdin: this is a setup token (expected: an API key, or --token-stdin)");
        }
        return key;
    }

    static String token(InputStream in, String provider) throws IOException, UsageException {
        if (!provider.equals("anthropic")) {
            throw new UsageException("--token-stdin: " + provider + " has no such tokens (expected: --api-key-stdin)");
        }
        String token = read(in);
        if (token.startsWith("sk-ant-api")) {
            throw new UsageException("--token-stdin: this is an API key (expected: a setup token, or --api-key-stdin)");
        }
        return token;
    }

    private static String read(InputStream in) throws IOException, UsageException {
        String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
        if (!LoginStore.isSecret(text)) {
            throw new UsageException(
                    "standard input: %d characters (expected: one line of visible ASCII, the secret alone)"
                            .formatted(text.length()));
        }
        return text;
    }
}
