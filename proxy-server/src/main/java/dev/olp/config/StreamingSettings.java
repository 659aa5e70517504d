package dev.olp.config;

/**
 * {@code streaming}.
 *
 * @param heartbeatIntervalMs silence after which a comment is sent
 */
public record StreamingSettings(int heartbeatIntervalMs) {
    public static final StreamingSettings DEFAULTS = new StreamingSettings(15_000);

    public StreamingSettings {
        Checks.range("heartbeatIntervalMs", heartbeatIntervalMs, 50, 600_000);
    }
}
