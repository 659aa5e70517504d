package dev.olp.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import dev.olp.config.LogSettings;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** Puts the configured log in force; until then the environment's level, or INFO, is, on standard error. */
final class Logs {
    /** The newest; the others are {@code olp.1.log} and so on. */
    static final String FILE = "olp.log";

    /** The lines are those of standard error: a property of logback.xml. */
    private static final String PATTERN = "LINE";

    private static final FileSize LARGEST = FileSize.valueOf("10MB");
    private static final int OLDER_FILES = 4;

    private Logs() {}

    static void level(LogSettings.Level level) {
        if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.valueOf(level.name()));
            if (root.isDebugEnabled()) {
                root.warn("logs.level: at debug the log may hold what clients send and are answered");
            }
        }
    }

    /**
     * Writes to files as well, where the configuration says so: 5 of at most 10 MB, for us alone. One that cannot be
     * written is told on standard error, and nothing else happens.
     *
     * @param environment with {@code JOURNAL_STREAM} where systemd's journal takes standard error, systemd.exec(5)
     */
    static void file(LogSettings.FileUse use, Map<String, String> environment, Path folder) {
        boolean wanted = switch (use) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> !environment.containsKey("JOURNAL_STREAM");
        };
        if (wanted && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            RollingFileAppender<ILoggingEvent> appender = appender(context, folder);
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
        }
    }

    private static RollingFileAppender<ILoggingEvent> appender(LoggerContext context, Path folder) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(context.getProperty(PATTERN));
        encoder.start();
        RollingFileAppender<ILoggingEvent> appender = new OwnFileAppender();
        appender.setContext(context);
        appender.setName("FILE");
        appender.setFile(folder.resolve(FILE).toString());
        appender.setEncoder(encoder);
        FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(folder.resolve("olp.%i.log").toString());
        rolling.setMinIndex(1);
        rolling.setMaxIndex(OLDER_FILES);
        rolling.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(LARGEST);
        trigger.start();
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(trigger);
        appender.start();
        return appender;
    }

    /** Its files are ours alone from the first byte on. */
    private static final class OwnFileAppender extends RollingFileAppender<ILoggingEvent> {
        @Override
        public void openFile(String name) throws IOException {
            Path file = Path.of(name);
            Path folder = file.getParent();
            if (folder != null) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            try {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } catch (FileAlreadyExistsException ours) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            super.openFile(name);
        }
    }
}
