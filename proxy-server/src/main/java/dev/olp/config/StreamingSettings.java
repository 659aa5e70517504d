package dev.olp.config;

/**
 * {@code streaming}.
 *
 * @param heartbeatIntervalMs silence after which a comment is sent; 0 for never
 * @param wholeReplyPadding whether a whole reply that is waited for begins with white space at the same interval, which
 *     fixes its status at 200
 * @param queuePosition whether the comments of a stream that waits in a queue say at which place
 */
public record StreamingSettings(int heartbeatIntervalMs, boolean wholeReplyPadding, boolean queuePosition) {
    public static final StreamingSettings DEFAULTS = new StreamingSettings(15_000, false, false);

    private static final int LEAST = 50;
    private static final int MOST = 600_000;

    public StreamingSettings {
        if (heartbeatIntervalMs != 0 && (heartbeatIntervalMs < LEAST || heartbeatIntervalMs > MOST)) {
            throw new InvalidSettingException(
                    "heartbeatIntervalMs", heartbeatIntervalMs, LEAST + "-" + MOST + ", or 0 for never");
        }
    }
}
