package dev.olp.config;

/**
 * {@code logs}.
 *
 * @param file whether the log is written to files in the home as well; auto: where no journal takes it
 */
public record LogSettings(Level level, FileUse file) {
    public static final LogSettings DEFAULTS = new LogSettings(Level.INFO, FileUse.AUTO);

    /** When to write {@code logs/olp.log}. */
    public enum FileUse {
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Least severe that is written. */
    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }
}
