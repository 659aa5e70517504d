package dev.olp.bench;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests per second of the server's CPU time, beside a Netty server that only says hello, with the same JVM flags. */
final class Requests {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private final Settings settings;
    private final HttpClient http;

    Requests(Settings settings, HttpClient http) {
        this.settings = settings;
        this.http = http;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve("requests"));
        String key = OlpProcess.createKey(settings, folder);
        double hello = hello(folder);
        double models;
        double refused;
        try (OlpProcess olp = OlpProcess.start(settings, folder, http, Map.of())) {
            models = perCpuSecond(olp.pid(), olp.port(), "/v1/models", "200", key);
            refused = perCpuSecond(olp.pid(), olp.port(), "/v1/models", "401", "");
        }
        String note = "%d kept-alive connections, %d s after as long a warm-up"
                .formatted(Load.CONNECTIONS, settings.seconds());
        return List.of(
                row("GET /v1/models with a key, requests per CPU-second", models, hello, note),
                row("401 without a key, requests per CPU-second", refused, hello, note));
    }

    private static Row row(String what, double measured, double hello, String note) {
        return Row.of(what, measured, hello, "a bare Netty hello", "", true, note);
    }

    private double hello(Path folder) throws IOException, InterruptedException {
        Path portFile = folder.resolve("hello.port");
        Process server = ChildJvm.of(settings.serverFlags(), HelloServer.class, List.of(portFile.toString()))
                .redirectError(folder.resolve("hello.log").toFile())
                .start();
        try {
            Waiting.until("the hello server", START_LIMIT, () -> Files.exists(portFile) || !server.isAlive());
            int port = Integer.parseInt(Files.readString(portFile));
            return perCpuSecond(server.pid(), port, "/", "200", "");
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private double perCpuSecond(long pid, int port, String path, String status, String token)
            throws IOException, InterruptedException {
        load(port, path, status, token);
        double before = ProcFiles.cpuSeconds(pid);
        long answers = load(port, path, status, token);
        return answers / (ProcFiles.cpuSeconds(pid) - before);
    }

    private long load(int port, String path, String status, String token) throws IOException, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of(Integer.toString(port), path, status, Integer.toString(settings.seconds())));
        if (!token.isEmpty()) {
            arguments.add(token);
        }
        Process process = ChildJvm.of(List.of(), Load.class, arguments)
                .redirectError(settings.temp().resolve("load.log").toFile())
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0 || printed.isEmpty()) {
            throw new IOException(
                    "the load failed: " + Files.readString(settings.temp().resolve("load.log")));
        }
        return Long.parseLong(printed);
    }
}
