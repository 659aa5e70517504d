package dev.olp.metrics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** This process, by the names that Prometheus' clients use; read from the kernel, since Java's own beans cost megabytes. */
public final class ProcessMetrics {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d{1,15}) kB$");
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d{1,9})$");
    private static final double KIBIBYTE = 1024;
    private static final double NANOS = 1e9;

    private ProcessMetrics() {}

    /** Adds them. */
    public static void addTo(Metrics metrics, Instant started) {
        ProcessHandle self = ProcessHandle.current();
        metrics.counter(
                "process_cpu_seconds_total",
                "Processor time of this process, without its children.",
                () -> self.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / NANOS);
        metrics.gauge("process_start_time_seconds", "When it started, in Unix time.", () -> started.getEpochSecond());
        metrics.gauge("process_resident_memory_bytes", "Resident memory.", () -> status(RESIDENT) * KIBIBYTE);
        metrics.gauge("process_threads", "Threads that the kernel knows.", () -> status(THREADS));
        Runtime runtime = Runtime.getRuntime();
        metrics.gauge(
                "jvm_memory_used_bytes", "Heap in use.", () -> runtime.totalMemory() - (double) runtime.freeMemory());
        metrics.gauge("jvm_memory_max_bytes", "The most that the heap may be.", runtime::maxMemory);
    }

    private static double status(Pattern line) {
        try {
            Matcher found = line.matcher(Files.readString(STATUS, StandardCharsets.ISO_8859_1));
            return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
        } catch (IOException e) {
            return Double.NaN; // what a scraper takes for "not known"
        }
    }
}
