package dev.olp.config;

/**
 * {@code requests}.
 *
 * @param unsupportedParameters what happens to a parameter that no CLI takes
 */
public record RequestSettings(Unsupported unsupportedParameters) {
    public static final RequestSettings DEFAULTS = new RequestSettings(Unsupported.WARN);

    /** Named in {@code X-OLP-Ignored-Params}, or 400. */
    public enum Unsupported {
        WARN,
        REJECT
    }
}
