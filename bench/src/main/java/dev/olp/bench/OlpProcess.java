package dev.olp.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** OLP as it is shipped: started by its launcher, in the profile pi, with a home and an environment of the bench's. */
final class OlpProcess implements AutoCloseable {
    static final String TOKEN = "owner-token-of-the-bench";
    /** A provider's login, of every measurement. */
    static final String LOGIN = "login-of-the-bench-that-no-provider-knows";

    /** More than any measurement has. */
    private static final int CONNECTIONS = 512;

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private final Process process;
    private final HttpClient client;
    private final int port;
    private final double portMs;
    private final double liveMs;
    private final double liveCpuSeconds;

    private OlpProcess(Process process, HttpClient client, Path portFile, long started)
            throws IOException, InterruptedException {
        this.process = process;
        this.client = client;
        Waiting.until("OLP's start", LIMIT, () -> {
            if (!process.isAlive()) {
                throw new IOException("OLP did not start; see " + portFile.resolveSibling("olp.log"));
            }
            return Files.exists(portFile);
        });
        port = Integer.parseInt(Files.readString(portFile).strip());
        portMs = (System.nanoTime() - started) / 1e6;
        var _ = get("/livez");
        liveMs = (System.nanoTime() - started) / 1e6;
        liveCpuSeconds = ProcFiles.cpuSeconds(process.pid());
    }

    /**
     * Starts it and waits for its first 200.
     *
     * @param folder its home ({@code olp}) lies there, and its log
     * @param more environment beside what each gets
     */
    static OlpProcess start(Settings settings, Path folder, HttpClient client, Map<String, String> more)
            throws IOException, InterruptedException {
        Path portFile = folder.resolve("port");
        Files.deleteIfExists(portFile);
        ProcessBuilder builder =
                command(settings, folder, more, List.of("serve", "--port", "0", "--port-file", portFile.toString()));
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("olp.log").toFile());
        long started = System.nanoTime();
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            return new OlpProcess(process, client, portFile, started);
        } catch (IOException | InterruptedException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /**
     * Starts it with a configuration of one provider and that one's login; what runs leave lies in the folder too.
     *
     * @param provider what is set of it
     */
    static OlpProcess start(
            Settings settings,
            Path folder,
            HttpClient client,
            JsonMapper json,
            Subject subject,
            Map<String, Object> provider)
            throws IOException, InterruptedException {
        Map<String, Object> set = new HashMap<>(provider);
        set.put("binary", subject.binary().toString());
        Path home = Files.createDirectories(folder.resolve("olp"));
        Files.writeString(
                home.resolve("config.json"),
                json.writeValueAsString(Map.of(
                        "server",
                        Map.of("max_connections_per_address", CONNECTIONS),
                        "providers",
                        Map.of(subject.provider().id(), set))));
        Path runs = Files.createDirectory(folder.resolve("runs"));
        return start(
                settings, folder, client, Map.of(subject.loginVariable(), LOGIN, "RUNTIME_DIRECTORY", runs.toString()));
    }

    /** Makes a key in the folder's home and returns its token. */
    static String createKey(Settings settings, Path folder) throws IOException, InterruptedException {
        Process process = command(settings, folder, Map.of(), List.of("keys", "create", "--guest"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String token = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0 || token.isEmpty()) {
            throw new IOException("olp keys create: exit code " + process.exitValue());
        }
        return token;
    }

    private static ProcessBuilder command(
            Settings settings, Path folder, Map<String, String> more, List<String> arguments) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        List<String> line =
                new ArrayList<>(List.of(settings.root().resolve("olp").toString()));
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line);
        Map<String, String> environment = new HashMap<>();
        for (String name : new String[] {"PATH", "OLP_CACHE"}) {
            String value = System.getenv(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.put("LANG", "C.UTF-8");
        environment.put("HOME", home.toString());
        environment.put(
                "OLP_HOME", Files.createDirectories(folder.resolve("olp")).toString());
        environment.put("OLP_JAVA_HOME", System.getProperty("java.home"));
        environment.put("OLP_PROFILE", "pi");
        environment.put("OLP_OWNER_TOKEN", TOKEN);
        environment.putAll(more);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    /** A GET with the owner's token, and its body; fails unless it is answered with 200. */
    String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("GET " + path + ": " + response.statusCode());
        }
        return response.body();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** Waits until no child of it is left. */
    void awaitQuiet() throws IOException {
        Waiting.until(
                "the end of OLP's children",
                LIMIT,
                () -> process.descendants().findAny().isEmpty());
    }

    /** Milliseconds from the launcher's start to the port file. */
    double portMs() {
        return portMs;
    }

    /** Milliseconds from the launcher's start to the first 200 of /livez. */
    double liveMs() {
        return liveMs;
    }

    /** CPU time used until then, the launcher's own included. */
    double liveCpuSeconds() {
        return liveCpuSeconds;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no more patience with OLP then
        }
        process.destroyForcibly();
    }
}
