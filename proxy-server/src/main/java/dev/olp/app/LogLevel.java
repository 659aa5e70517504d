package dev.olp.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.olp.config.LogSettings;
import org.slf4j.LoggerFactory;

/** Puts the configured level in force; until then the environment's, or INFO, is. */
final class LogLevel {
    private LogLevel() {}

    static void set(LogSettings.Level level) {
        if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.valueOf(level.name()));
        }
    }
}
