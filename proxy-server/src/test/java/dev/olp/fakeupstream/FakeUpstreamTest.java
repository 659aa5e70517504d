package dev.olp.fakeupstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FakeUpstreamTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String QUESTION =
            "{\"model\":\"m-1\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"Grüß 中😀\"}]}]}";
    private final FakeUpstream upstream = FakeUpstream.start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        client.close();
        upstream.close();
    }

    @ParameterizedTest
    @CsvSource({
        "400,400",
        "400-prompt-too-long,400",
        "401,401",
        "403,403",
        "404,404",
        "413,413",
        "429,429",
        "429-limit,429",
        "429-quota,429",
        "500,500",
        "503,503",
        "529,529",
        "html502,502",
        "ok,200",
        "refusal,200"
    })
    void everyDialectAnswersAScenarioWithItsStatus(String scenario, int status) throws Exception {
        for (String path : new String[] {"/v1/messages?beta=true", "/responses", "/v1/chat/completions"}) {
            assertThat(post("/s/" + scenario + path, QUESTION).statusCode())
                    .as(path)
                    .isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/messages", "/v1/responses", "/chat/completions"})
    void echoAnswersWithTheLastUserTextInPiecesThatKeepEveryCharacter(String path) throws Exception {
        String body = post("/s/echo" + path, QUESTION).body();

        assertThat(body).contains("Grüß 中😀").doesNotContain("\\ud");
    }

    @Test
    void aPathWithoutAScenarioIsOk() throws Exception {
        assertThat(post("/v1/messages", QUESTION).body()).contains("\"stop_reason\":\"end_turn\"", "message_stop");
    }

    @Test
    void anUnknownScenarioIsRefused() throws Exception {
        assertThat(post("/s/nonsense/v1/messages", QUESTION).statusCode()).isEqualTo(404);
    }

    @Test
    void byPromptTakesTheScenarioFromTheLastUserText() throws Exception {
        assertThat(post(
                                "/s/by-prompt/v1/messages",
                                QUESTION.replace("\"a\"}", "\"x\"}").replace("Grüß", "{{429}}"))
                        .statusCode())
                .isEqualTo(429);
        assertThat(post("/s/by-prompt/v1/messages", QUESTION).statusCode()).isEqualTo(200);
    }

    @Test
    void scriptGivesTheQueuedRepliesInOrderThenOk() throws Exception {
        upstream.next(Reply.json(418, "{}"));
        upstream.next(Reply.json(419, "{}"));

        assertThat(post("/s/script/v1/messages", QUESTION).statusCode()).isEqualTo(418);
        assertThat(post("/s/script/v1/messages", QUESTION).statusCode()).isEqualTo(419);
        assertThat(post("/s/script/v1/messages", QUESTION).statusCode()).isEqualTo(200);
    }

    @Test
    void a401ThenOkRefusesOnceAndThenAnswers() throws Exception {
        assertThat(post("/s/401-then-ok/v1/messages", QUESTION).statusCode()).isEqualTo(401);
        assertThat(post("/s/401-then-ok/v1/messages", QUESTION).statusCode()).isEqualTo(200);
    }

    @Test
    void toolsEndOnceTheirResultsComeBack() throws Exception {
        assertThat(post("/s/tools/responses", QUESTION).body()).contains("exec_command");
        assertThat(post(
                                "/s/tools/responses",
                                "{\"stream\":true,\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"x\"}]}")
                        .body())
                .doesNotContain("exec_command");
    }

    @Test
    void aRequestIsRecordedWithItsExactBytes() throws Exception {
        post("/s/ok/v1/messages?beta=true", QUESTION);

        Exchange exchange = upstream.recorded().getFirst();
        assertThat(exchange.method()).isEqualTo("POST");
        assertThat(exchange.path()).isEqualTo("/s/ok/v1/messages?beta=true");
        assertThat(exchange.header("X-Probe")).isEqualTo("1");
        assertThat(exchange.rawBody()).isEqualTo(QUESTION.getBytes(StandardCharsets.UTF_8));
        assertThat(exchange.answered()).isTrue();
        assertThat(exchange.clientClosed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void aCodedBodyIsReadAndKeptBothWays(String coding) throws Exception {
        byte[] plain = QUESTION.getBytes(StandardCharsets.UTF_8);
        byte[] coded = coding.equals("gzip") ? gzip(plain) : Zstd.compress(plain);
        HttpRequest request = HttpRequest.newBuilder(URI.create(upstream.url(Scenario.ECHO) + "/responses"))
                .header("content-encoding", coding)
                .POST(HttpRequest.BodyPublishers.ofByteArray(coded))
                .build();

        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
                .contains("Grüß 中😀");
        assertThat(upstream.recorded().getFirst().rawBody()).isEqualTo(coded);
        assertThat(upstream.recorded().getFirst().text()).isEqualTo(QUESTION);
    }

    @Test
    void probesAreAnswered() throws Exception {
        for (String path : new String[] {"/s/ok", "/s/ok/", "/s/ok/api/hello"}) {
            HttpRequest head = HttpRequest.newBuilder(URI.create(upstream.url() + path))
                    .HEAD()
                    .build();
            assertThat(client.send(head, HttpResponse.BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
        HttpRequest get = HttpRequest.newBuilder(URI.create(upstream.url() + "/v1/responses"))
                .build();
        assertThat(client.send(get, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(426);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "cut"})
    void anAbortedReplyBreaksTheClientsRead(String scenario) {
        assertThatThrownBy(() -> post("/s/" + scenario + "/v1/messages", QUESTION))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aCleanCutEndsTheBodyWithoutTheClosingEvent() throws Exception {
        assertThat(post("/s/cut-clean/v1/messages", QUESTION).body())
                .contains("text_delta")
                .doesNotContain("message_stop");
    }

    @ParameterizedTest
    @EnumSource(names = {"HANG_HEADERS", "HANG_FIRST", "HANG_MID"})
    void aClientThatLeavesASilentReplyIsSeen(Scenario scenario) throws Exception {
        try (Socket socket = ask(scenario)) {
            assertThat(upstream.await(1, e -> true, LIMIT)).isTrue();
            if (scenario != Scenario.HANG_HEADERS) {
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
        }

        Exchange exchange = upstream.recorded().getFirst();
        assertThat(exchange.awaitClosed(LIMIT)).isTrue();
        assertThat(exchange.clientClosed()).isTrue();
    }

    @Test
    void closeEndsHangingRepliesAndLeavesNoThread() throws Exception {
        try (Socket socket = ask(Scenario.HANG_HEADERS);
                InputStream in = socket.getInputStream()) {
            assertThat(upstream.await(1, e -> true, LIMIT)).isTrue();
            upstream.close();

            assertThat(in.read()).isEqualTo(-1);
            assertThat(upstream.recorded().getFirst().clientClosed()).isFalse();
            assertThat(upstream.isTerminated()).isTrue();
        }
    }

    @Test
    void onlyTheLastThousandRequestsAreKept() {
        Recorder recorder = new Recorder(3);
        for (int i = 0; i < 5; i++) {
            recorder.add(new Exchange(recorder.nextNumber(), "GET", "/", List.of(), new byte[0], Instant.EPOCH));
        }

        assertThat(recorder.all()).extracting(Exchange::number).containsExactly(3L, 4L, 5L);
    }

    @Test
    void oldBodiesAreForgottenAtSixtyFourMebibytes() {
        Recorder recorder = new Recorder(1_000);
        byte[] half = new byte[40 << 20];
        for (int i = 0; i < 3; i++) {
            recorder.add(new Exchange(
                    recorder.nextNumber(), "POST", "/", List.of(Map.entry("a", "b")), half, Instant.EPOCH));
        }

        assertThat(recorder.all()).extracting(Exchange::number).containsExactly(3L);
    }

    private Socket ask(Scenario scenario) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), upstream.port());
        OutputStream out = socket.getOutputStream();
        out.write(("POST /s/" + scenario.path()
                        + "/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n\r\n{\"stream\":true}")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(upstream.url() + path))
                .header("x-probe", "1")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }
}
