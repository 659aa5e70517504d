package dev.olp.isolation.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Environment entries that only the processes of one run carry: its folders have unforeseeable names. */
final class Markers {
    private static final long KERNEL_THREADS_PARENT = 2;

    /** How long an environment may be empty: in the middle of an exec it is, for microseconds. */
    private static final Duration EXEC = Duration.ofMillis(10);

    private final List<byte[]> entries;

    Markers(String temp, String home) {
        entries = List.of(
                ("TMPDIR=" + temp).getBytes(StandardCharsets.UTF_8), ("HOME=" + home).getBytes(StandardCharsets.UTF_8));
    }

    private Markers(List<byte[]> entries) {
        this.entries = entries;
    }

    /** No process carries one. */
    static Markers none() {
        return new Markers(List.of());
    }

    /** Whether a process carries one; no for a process of another user, whose environment is hidden. */
    boolean on(ProcessStat process) {
        if (entries.isEmpty() || !process.runs() || process.parent() == KERNEL_THREADS_PARENT) {
            return false;
        }
        Path file = ProcFile.PROC.resolve(Long.toString(process.pid())).resolve("environ");
        List<byte[]> read = new ArrayList<>(1);
        Waiting.until(EXEC, () -> {
            try {
                byte[] environment = ProcFile.read(file);
                return environment.length > 0 && read.add(environment);
            } catch (IOException goneOrNotOurs) {
                return true;
            }
        });
        return read.stream().anyMatch(environment -> entries.stream().anyMatch(entry -> holds(environment, entry)));
    }

    /** The environment is NUL-separated; an entry must match whole. */
    private static boolean holds(byte[] environment, byte[] entry) {
        for (int at = 0; at + entry.length <= environment.length; at++) {
            if ((at == 0 || environment[at - 1] == 0)
                    && (at + entry.length == environment.length || environment[at + entry.length] == 0)
                    && Arrays.equals(environment, at, at + entry.length, entry, 0, entry.length)) {
                return true;
            }
        }
        return false;
    }
}
