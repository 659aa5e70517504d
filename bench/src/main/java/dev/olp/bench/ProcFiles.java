package dev.olp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the kernel knows of a running process (proc_pid_stat(5), proc_pid_status(5)). */
final class ProcFiles {
    /** USER_HZ, the same on every Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int CHILDREN_UTIME = 13;
    private static final int CHILDREN_STIME = 14;

    private ProcFiles() {}

    /** CPU time used so far, user and system, in seconds. */
    static double cpuSeconds(long pid) throws IOException {
        return seconds(pid, UTIME, STIME);
    }

    /** The same with that of all its children that have ended, and theirs. */
    static double cpuSecondsWithChildren(long pid) throws IOException {
        return seconds(pid, UTIME, STIME, CHILDREN_UTIME, CHILDREN_STIME);
    }

    private static double seconds(long pid, int... counted) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // the name in parentheses may hold blanks; the third field follows it
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return IntStream.of(counted)
                        .mapToLong(field -> Long.parseLong(fields[field]))
                        .sum()
                / TICKS_PER_SECOND;
    }

    /** Resident memory in MiB. */
    static double residentMebibytes(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024.0;
        }
    }
}
