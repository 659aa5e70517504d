package dev.olp.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How many chats a second the door, auth, limits, audit and metrics carry in front of a provider that answers at once. */
final class Throughput {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final double TARGET = 2_000;

    private final Settings settings;

    Throughput(Settings settings) {
        this.settings = settings;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve("throughput"));
        Path log = settings.temp().resolve("throughput.log");
        Process server = ChildJvm.of(settings.fullFlags(), NullHttpServer.class, List.of(folder.toString()))
                .redirectError(log.toFile())
                .start();
        try {
            Path port = folder.resolve("port");
            Waiting.until("the server", START_LIMIT, () -> Files.exists(port) || !server.isAlive());
            if (!server.isAlive()) {
                throw new IOException("the server did not start: " + Files.readString(log));
            }
            long warm = load(folder);
            double cpuBefore = ProcFiles.cpuSeconds(server.pid());
            long answers = load(folder);
            double cpu = ProcFiles.cpuSeconds(server.pid()) - cpuBefore;
            server.getOutputStream().close();
            String[] lostAndRows = new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .split(" ", 2);
            long missing = Long.parseLong(lostAndRows[0]) + Math.abs(warm + answers - Long.parseLong(lostAndRows[1]));
            return List.of(row(answers, cpu, missing));
        } finally {
            server.destroyForcibly().waitFor();
            Folders.remove(folder);
        }
    }

    private Row row(long answers, double cpu, long missing) {
        double rate = (double) answers / settings.seconds();
        int cores = Runtime.getRuntime().availableProcessors();
        return Row.of(
                "chats a second through auth, limits and audit",
                rate,
                TARGET,
                "asked for",
                "≥ %.0f on two cores, no audit row missing".formatted(TARGET),
                rate >= TARGET && missing == 0,
                "%d s after as long a warm-up, 50 connections from another process on the same %d cores; %.0f µs of the server's CPU each; audit rows missing: %d"
                        .formatted(settings.seconds(), cores, cpu * 1e6 / answers, missing));
    }

    private long load(Path folder) throws IOException, InterruptedException {
        Path log = settings.temp().resolve("chat-load.log");
        Process process = ChildJvm.of(
                        List.of(),
                        ChatLoad.class,
                        List.of(
                                Files.readString(folder.resolve("port")),
                                folder.resolve("tokens").toString(),
                                Integer.toString(settings.seconds())))
                .redirectError(log.toFile())
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0 || printed.isEmpty()) {
            throw new IOException("the load failed: " + Files.readString(log));
        }
        return Long.parseLong(printed);
    }
}
