package dev.olp.warm;

import dev.olp.isolation.process.QuickIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;

/**
 * When a process was started and from which file.
 *
 * @param file identity of the executable
 * @param day in UTC, which is the zone in a sandbox: a CLI may keep the date that it started on
 * @param nanos monotonic
 */
record Birth(String file, LocalDate day, long nanos) {
    /** A process that nobody wants within that time gives its memory back. */
    static final Duration OLDEST = Duration.ofMinutes(15);

    static Birth of(Path executable, LocalDate today, long nanos) {
        return new Birth(QuickIdentity.of(executable), today, nanos);
    }

    /** Whether one that is started now would be no other. */
    boolean holds(Path executable, LocalDate today, long now) {
        return now - nanos < OLDEST.toNanos() && day.equals(today) && file.equals(QuickIdentity.of(executable));
    }
}
