package dev.olp.audit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the log is doing.
 *
 * @param lost rows since start that will never be written
 * @param waiting rows that are not on disk yet
 * @param lag how long the oldest of them has waited; zero where none waits
 * @param failedWrites tries since start that failed; each is repeated
 * @param failing why the last try failed, in one word; null while rows are written
 */
public record AuditHealth(
        long lost,
        int waiting,
        Duration lag,
        long failedWrites,
        @Nullable String failing) {}
