package dev.olp.config;

/** {@code logs}. */
public record LogSettings(Level level) {
    public static final LogSettings DEFAULTS = new LogSettings(Level.INFO);

    /** Least severe that is written. */
    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }
}
