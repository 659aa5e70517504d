package dev.olp.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with the configuration.
 *
 * @param path the key's path, for example {@code server.port}
 * @param value what it is, short, a secret masked; empty when there is none to show
 * @param expected what would be right
 * @param source where it was read: {@code config.json} or the environment variable's name; null for neither
 */
public record Problem(
        String path,
        String value,
        String expected,
        @Nullable String source) {
    private static final int LONGEST_VALUE = 60;

    public Problem {
        value = source != null && source.contains("${") && !value.isEmpty() ? "***" : shown(path, value);
    }

    /** For example {@code server.port: 0x (expected: 0-65535), from OLP_PORT}. */
    public String message() {
        String text = value.isEmpty()
                ? "%s (expected: %s)".formatted(path, expected)
                : "%s: %s (expected: %s)".formatted(path, value, expected);
        return source == null || source.equals(ConfigLoader.FILE) ? text : text + ", from " + source;
    }

    private static String shown(String path, String value) {
        String name = path.toLowerCase(Locale.ROOT).replace("tokens_per_", ""); // a number of them, not one
        if (!value.isEmpty()
                && (name.contains("token")
                        || name.endsWith("webhook")
                        || name.contains("secret")
                        || name.contains("password")
                        || name.contains("api_key")
                        || value.contains("olp_")
                        || value.contains("sk-")
                        || value.contains("@"))) {
            return "***";
        }
        String line = value.replaceAll("\\p{Cntrl}", "?");
        return line.length() > LONGEST_VALUE ? line.substring(0, LONGEST_VALUE) + "…" : line;
    }
}
