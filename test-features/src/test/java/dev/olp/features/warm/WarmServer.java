package dev.olp.features.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.fakeupstream.Exchange;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Setup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A server that keeps one spare process of each provider, whose end is part of the test. */
final class WarmServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final OlpServer olp;

    private WarmServer(OlpServer olp) {
        this.olp = olp;
    }

    static WarmServer open() throws Exception {
        return open(OlpServer.with());
    }

    static WarmServer open(Setup setup) throws Exception {
        WarmServer warm = new WarmServer(setup.set("/providers/anthropic/warm_spares", "1")
                .set("/providers/openai/warm_spares", "1")
                .server());
        warm.olp.open();
        return warm;
    }

    static String provider(String model) {
        return model.startsWith("gpt") ? "openai" : "anthropic";
    }

    Reply ask(String key, String body) throws IOException {
        try (RawHttp http = olp.connect()) {
            Reply reply = http.post("/v1/chat/completions", key, body.getBytes(StandardCharsets.UTF_8))
                    .reply();
            assertThat(reply.status()).as(() -> reply.text() + olp.log()).isEqualTo(200);
            return reply;
        }
    }

    String key(String name) throws IOException, InterruptedException {
        return olp.command("keys", "create", "--name", name).out().strip();
    }

    /** Until one of that provider waits; the processes that wait then, of whichever provider. */
    Set<Long> awaitReady(String provider) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            assertThat(ready(provider)).as(() -> olp.log()).isEqualTo(1);
            assertThat(clis()).as("those that wait, and no run besides").hasSize(ready("anthropic") + ready("openai"));
        });
        return clis();
    }

    void awaitNone() {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(olp.processes()).isEmpty());
    }

    int ready(String provider) throws IOException {
        return olp.get("/health")
                .json()
                .at("/providers/" + provider + "/warm_spares/ready")
                .asInt(-1);
    }

    /** Requests that were given a process that waited. */
    int taken() throws IOException {
        return olp.get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("olp_warm_starts_total "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Those processes of runs that are a CLI itself. */
    Set<Long> clis() {
        return olp.processes().stream()
                .map(process -> Long.parseLong(process.substring(0, process.indexOf(' '))))
                .filter(pid -> program(pid).equals("/cli"))
                .collect(Collectors.toSet());
    }

    List<Exchange> calls() {
        return olp.upstream().recorded().stream()
                .filter(exchange -> exchange.method().equals("POST"))
                .toList();
    }

    private static String program(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "exe"))
                    .toString();
        } catch (IOException gone) {
            return "";
        }
    }

    /** Stops it in order: nothing may be left, of those that wait neither. */
    @Override
    public void close() throws Exception {
        olp.close();
    }
}
