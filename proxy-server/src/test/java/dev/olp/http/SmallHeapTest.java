package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fifty bodies of the maximum size at once against a small heap: each gets an answer, the process lives. */
class SmallHeapTest {
    private static final int CLIENTS = 50;
    private static final int MAX_BODY = 12_582_912;

    @TempDir
    Path folder;

    @Tag("long")
    @ParameterizedTest(name = "{0} of {1} on {2}")
    @CsvSource({
        "plain, a, -Xmx96m, 200 503",
        "gzip, a, -Xmx96m, 200 503",
        "gzip, a, -Xmx128m, 200 503",
        "zstd, a, -Xmx128m, 200 503",
        "plain, 漢, -Xmx96m, 413 503",
        "gzip, 漢, -Xmx128m, 200 503",
        "plain, \\u6f22, -Xmx128m, 200 503",
        "plain, \\n, -Xmx96m, 200 503",
    })
    void fifty_of_the_largest_at_once(String coding, String unit, String heap, String statuses) throws Exception {
        byte[] body = InboundBodyTest.encode(coding, largest(unit));
        try (Server server = new Server(folder, heap, 5)) {
            List<Integer> answers = atOnce(server.port, body, coding);
            assertThat(answers).hasSize(CLIENTS);
            assertThat(answers).allMatch(status -> statuses.contains(status.toString()));
            assertThat(answers).contains(Integer.parseInt(statuses.substring(0, 3)));
            server.assertLives();
        }
    }

    @Test
    void fifty_plain_ones_on_the_default_heap() throws Exception {
        fifty_of_the_largest_at_once("plain", "a", "-Xmx128m", "200 503");
    }

    static byte[] largest(String unit) {
        byte[] start = "{\"text\":\"".getBytes(StandardCharsets.UTF_8);
        byte[] one = unit.getBytes(StandardCharsets.UTF_8);
        byte[] end = "\"}".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream all = new ByteArrayOutputStream(MAX_BODY);
        all.writeBytes(start);
        while (all.size() + one.length + end.length <= MAX_BODY) {
            all.writeBytes(one);
        }
        all.writeBytes(end);
        return all.toByteArray();
    }

    private static List<Integer> atOnce(int port, byte[] body, String coding) throws Exception {
        CyclicBarrier together = new CyclicBarrier(CLIENTS);
        List<Future<Integer>> answers = new ArrayList<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            for (int n = 0; n < CLIENTS; n++) {
                answers.add(clients.submit(() -> {
                    try (RawClient client = RawClient.connect(port)) {
                        client.socket().setSoTimeout(120_000);
                        together.await();
                        return client.post("/v1/x", body, "Content-Encoding: " + coding.replace("plain", "identity"))
                                .reply()
                                .status();
                    }
                }));
            }
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> answer : answers) {
            statuses.add(answer.get());
        }
        return statuses;
    }

    /** The forked server. */
    static final class Server implements AutoCloseable {
        private final Process process;
        final int port;

        Server(Path folder, String heap, int patienceSeconds) throws Exception {
            Path file = folder.resolve("port");
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            heap,
                            "-Xms16m",
                            "-Xss512k",
                            "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow",
                            "-Djava.io.tmpdir=" + folder,
                            "-cp",
                            System.getProperty("java.class.path"),
                            SmallHeapServer.class.getName(),
                            file.toString(),
                            Integer.toString(patienceSeconds))
                    .redirectOutput(folder.resolve("out").toFile())
                    .redirectError(folder.resolve("err").toFile())
                    .start();
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(file) || !process.isAlive());
            assertThat(process.isAlive())
                    .as(Files.readString(folder.resolve("err")))
                    .isTrue();
            port = Integer.parseInt(Files.readString(file));
        }

        void assertLives() {
            try (RawClient client = RawClient.connect(port)) {
                assertThat(client.post("/v1/x", "{\"text\":\"alive\"}").reply().text())
                        .isEqualTo("5");
            }
            assertThat(process.isAlive()).isTrue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
            process.onExit().join();
        }
    }
}
