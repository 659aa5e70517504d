package dev.olp.isolation.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongPredicate;

/**
 * Which pids can have been given out since a moment. The kernel gives them out in turn and begins again at the top, so
 * that a look for a run's processes need not read the record of every process of the machine (about 15 µs each). Where
 * so many were started meanwhile that the turn may have come round, every pid can.
 */
final class PidWindow {
    private static final String FORKS = "\nprocesses ";
    private static final Path LOAD = ProcFile.PROC.resolve("loadavg");
    private static final Path STAT = ProcFile.PROC.resolve("stat");
    private static final Path PID_MAX = ProcFile.PROC.resolve("sys/kernel/pid_max");

    private final long forksBefore;

    private PidWindow(long forksBefore) {
        this.forksBefore = forksBefore;
    }

    /** Opens one now, before the first process is started. */
    static PidWindow open() {
        return new PidWindow(forks());
    }

    /** Pids from the first one up to the newest of now; list the processes before asking, not after. */
    LongPredicate from(long first) {
        if (forks() - forksBefore >= Long.parseLong(read(PID_MAX).strip()) / 2) {
            return pid -> true;
        }
        String load = read(LOAD).strip();
        long newest = Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
        return between(first, newest);
    }

    static LongPredicate between(long first, long newest) {
        return newest >= first ? pid -> pid >= first && pid <= newest : pid -> pid >= first || pid <= newest;
    }

    /** Processes and threads started since boot (proc(5), /proc/stat). */
    private static long forks() {
        String stat = read(STAT);
        int at = stat.indexOf(FORKS) + FORKS.length();
        return Long.parseLong(stat.substring(at, stat.indexOf('\n', at)));
    }

    private static String read(Path file) {
        try {
            return new String(ProcFile.read(file), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
