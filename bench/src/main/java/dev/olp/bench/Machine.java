package dev.olp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The machine that the numbers belong to. */
final class Machine {
    private Machine() {}

    /** In words, by name, in the order in which they are printed. */
    static Map<String, String> describe(InstantSource clock) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("CPU", field("/proc/cpuinfo", "model name").orElse(System.getProperty("os.arch")));
        facts.put("Cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put(
                "Memory",
                field("/proc/meminfo", "MemTotal")
                        .map(text -> Long.parseLong(text.replaceAll("\\D", "")) / 1024 + " MiB")
                        .orElse("unknown"));
        facts.put("Kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vendor") + " " + Runtime.version());
        Instant now = clock.instant();
        facts.put("When", now.truncatedTo(ChronoUnit.MINUTES).toString());
        facts.put("Load before", load());
        return facts;
    }

    /** The load averages of 1, 5 and 15 minutes. */
    static String load() throws IOException {
        String line = Files.readString(Path.of("/proc/loadavg"));
        return line.substring(0, line.indexOf(' ', line.indexOf(' ', line.indexOf(' ') + 1) + 1));
    }

    private static Optional<String> field(String file, String name) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        }
    }
}
