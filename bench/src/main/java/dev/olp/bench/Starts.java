package dev.olp.bench;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Start time and idle memory of the profile pi, with the start-up cache that set-up makes and without. */
final class Starts {
    /** The JVM frees what its compiler needed after five seconds, and the next trim gives it back to the kernel. */
    private static final Duration IDLE = Duration.ofSeconds(8);

    private static final double START_TARGET_MS = 1000;
    /** 110 MB of 1,000,000 bytes each. */
    private static final double MEMORY_TARGET = 110e6 / (1 << 20);

    private static final Map<String, String> NO_CACHE = Map.of("OLP_JAVA_OPTS", "-XX:AOTMode=off");
    private final Settings settings;
    private final HttpClient http;

    Starts(Settings settings, HttpClient http) {
        this.settings = settings;
        this.http = http;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve("starts"));
        // the first start makes the home, which later ones find
        try (OlpProcess first = OlpProcess.start(settings, folder, http, Map.of())) {
            first.get("/v1/models");
        }
        List<Start> cached = new ArrayList<>();
        List<Start> plain = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        for (int i = 0; i < settings.starts(); i++) {
            cached.add(start(folder, Map.of()));
            bare.add(bareStartMs());
            plain.add(start(folder, NO_CACHE));
        }
        double bareMs = Medians.of(bare);
        return List.of(
                time("start, ms", cached, bareMs, "≤ 1000 ms"),
                time("start without the cache, ms", plain, bareMs, ""),
                memory("idle memory, MiB", cached, plain, "≤ 110 MB (105 MiB)"));
    }

    private Start start(Path folder, Map<String, String> environment) throws IOException, InterruptedException {
        try (OlpProcess olp = OlpProcess.start(settings, folder, http, environment)) {
            olp.get("/v1/models");
            Waiting.pass(IDLE);
            return new Start(olp.portMs(), olp.liveMs(), olp.liveCpuSeconds(), ProcFiles.residentMebibytes(olp.pid()));
        }
    }

    /** {@code java -version}: the least that a start of any JVM costs here. */
    private static double bareStartMs() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        long started = System.nanoTime();
        builder.start().waitFor();
        return (System.nanoTime() - started) / 1e6;
    }

    private static Row time(String what, List<Start> starts, double bareMs, String target) {
        double live = Medians.of(starts.stream().map(Start::liveMs).toList());
        return Row.of(
                what,
                live,
                bareMs,
                "`java -version`",
                target,
                target.isEmpty() || live <= START_TARGET_MS,
                "launcher to first 200; port file after %.0f ms, CPU %.0f ms, median of %d"
                        .formatted(
                                Medians.of(starts.stream().map(Start::portMs).toList()),
                                Medians.of(starts.stream()
                                                .map(Start::cpuSeconds)
                                                .toList())
                                        * 1000,
                                starts.size()));
    }

    private static Row memory(String what, List<Start> cached, List<Start> plain, String target) {
        double resident = Medians.of(cached.stream().map(Start::mebibytes).toList());
        return Row.of(
                what,
                resident,
                Medians.of(plain.stream().map(Start::mebibytes).toList()),
                "without the cache",
                target,
                resident <= MEMORY_TARGET,
                "VmRSS, 8 s after one request, median of " + cached.size());
    }

    /**
     * One start.
     *
     * @param portMs to the port file
     * @param liveMs to the first 200
     * @param cpuSeconds used until then
     * @param mebibytes resident, later and idle
     */
    private record Start(double portMs, double liveMs, double cpuSeconds, double mebibytes) {}
}
