package dev.olp.gateway;

import static dev.olp.gateway.GatewayFixture.CALL;
import static dev.olp.gateway.GatewayFixture.call;
import static dev.olp.gateway.SocketClient.head;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.fakeupstream.Scenario;
import dev.olp.gateway.SocketClient.Head;
import dev.olp.provider.AllowedRequest;
import dev.olp.provider.LoginStyle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class GatewayRefusalTest extends WithGateway {
    private static final Duration LONG = Duration.ofMinutes(5);

    @ParameterizedTest
    @ValueSource(
            strings = {"x-api-key: nonsense", "Authorization: Bearer", "Authorization: Basic TOKEN", "X-Other: TOKEN"})
    void withoutTheTokenOfTheRunNothingPasses(String header) throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        refused(
                run,
                head(CALL, header.replace("TOKEN", run.token()), "Content-Length: 2") + "{}",
                401,
                "wrong_token",
                Refusal.WRONG_TOKEN);
    }

    @Test
    void theTokenOfAnotherRunIsWrong() throws Exception {
        GatewayRun other = fixture.anthropic(upstream.url());
        GatewayRun run = fixture.anthropic(upstream.url());

        refused(
                run,
                head(CALL, "x-api-key: " + other.token(), "Content-Length: 2") + "{}",
                401,
                "wrong_token",
                Refusal.WRONG_TOKEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/messages HTTP/1.1",
                "POST /v1/messages?beta=true&x=1 HTTP/1.1",
                "POST /v1//messages?beta=true HTTP/1.1",
                "POST /v1/%6dessages?beta=true HTTP/1.1",
                "POST /v1/files/../messages?beta=true HTTP/1.1",
                "GET /v1/messages?beta=true HTTP/1.1",
                "POST /v1/files HTTP/1.1",
                "GET /api/oauth/profile HTTP/1.1",
                "POST http://192.0.2.1/v1/messages?beta=true HTTP/1.1",
                "CONNECT 192.0.2.1:443 HTTP/1.1",
                "OPTIONS * HTTP/1.1"
            })
    void noOtherMethodAndPathPasses(String requestLine) throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        refused(run, head(requestLine, "x-api-key: " + run.token()), 403, "not_allowed", Refusal.NOT_ALLOWED);
    }

    @Test
    void anUpgradeIsRefused() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        refused(
                run,
                head(CALL, "x-api-key: " + run.token(), "Connection: Upgrade", "Upgrade: websocket"),
                403,
                "not_allowed",
                Refusal.NOT_ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({"POST /v1/messages?beta=true HTTP/1.0", "NONSENSE"})
    void whatIsNoPlainRequestIsRefused(String requestLine) throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        refused(run, head(requestLine, "x-api-key: " + run.token()), 400, "bad_request", Refusal.BAD_REQUEST);
    }

    @Test
    void theRequestAfterTheLastIsRefused() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(), new GatewayBudget(2, 100, 1 << 20, LONG));
        for (int i = 0; i < 2; i++) {
            try (SocketClient child = SocketClient.connect(run.socket())) {
                assertThat(child.send(call(run, "{}")).readHead().status()).isEqualTo(200);
            }
        }
        upstream.forget();

        refused(run, call(run, "{}"), 429, "requests_spent", Refusal.REQUESTS_SPENT);
    }

    @Test
    void aCallThatMayBeMadeOnceIsRefusedTheSecondTime() throws Exception {
        List<AllowedRequest> once = List.of(new AllowedRequest("POST", "/v1/messages?beta=true", 1));
        GatewayRun run =
                fixture.open(upstream.url(), GatewayFixture.KEY, LoginStyle.X_API_KEY, once, GatewayFixture.BUDGET);
        try (SocketClient child = SocketClient.connect(run.socket())) {
            assertThat(child.send(call(run, "{}")).readHead().status()).isEqualTo(200);
        }
        upstream.forget();

        refused(run, call(run, "{}"), 429, "calls_spent", Refusal.CALLS_SPENT);
    }

    @Test
    void aBodyThatSaysItIsTooLargeIsRefusedUnread() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(), new GatewayBudget(9, 100, 1 << 20, LONG));

        refused(run, call(run, "x".repeat(101)), 413, "bytes_up_spent", Refusal.BYTES_UP_SPENT);
    }

    @Test
    void aBodyThatTurnsOutTooLargeIsRefusedInTheMiddle() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(), new GatewayBudget(9, 100, 1 << 20, LONG));
        String chunk = "64\r\n" + "x".repeat(100) + "\r\n";

        refused(
                run,
                head(CALL, "x-api-key: " + run.token(), "Transfer-Encoding: chunked") + chunk.repeat(3) + "0\r\n\r\n",
                413,
                "bytes_up_spent",
                Refusal.BYTES_UP_SPENT);
    }

    @Test
    void whatAllRequestsSendTogetherCounts() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(), new GatewayBudget(9, 100, 1 << 20, LONG));
        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, " ".repeat(59) + "1")).readHead();
        }
        upstream.forget();

        refused(run, call(run, " ".repeat(40) + "1"), 413, "bytes_up_spent", Refusal.BYTES_UP_SPENT);
    }

    @Test
    void anAnswerBeyondTheBudgetIsCut() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.LONG), new GatewayBudget(9, 100, 50_000, LONG));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            Head head = child.send(call(run, "{\"stream\":true}")).readHead();
            assertThatThrownBy(() -> child.readBody(head)).isInstanceOf(IOException.class);
        }
        assertThat(run.refusals()).containsExactly(Refusal.BYTES_DOWN_SPENT);
    }

    @Test
    void whatRunsAtTheEndOfTheTimeIsCutAndWhatComesLaterRefused() throws Exception {
        GatewayRun run = fixture.anthropic(
                upstream.url(Scenario.HANG_HEADERS), new GatewayBudget(9, 100, 100, Duration.ofSeconds(1)));
        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, "{}"));
            assertThatThrownBy(child::readHead).isInstanceOf(IOException.class);
        }
        upstream.forget();

        refused(run, call(run, "{}"), 429, "time_spent", Refusal.TIME_SPENT);
    }

    @Test
    void aBodyWithABrokenChunkNeverCountsAsWhole() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(head(CALL, "x-api-key: " + run.token(), "Transfer-Encoding: chunked") + "2\r\n{}\r\nzz\r\n\r\n");
            assertThatThrownBy(child::readHead).isInstanceOf(IOException.class);
        }
        run.close();
        assertThat(upstream.recorded()).isEmpty();
    }

    @Test
    void aRefusalReachesAChildThatIsStillSending() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());
        String body = "x".repeat(8 << 20);

        refused(
                run,
                head("POST /v1/files HTTP/1.1", "x-api-key: " + run.token(), "Content-Length: " + body.length()) + body,
                403,
                "not_allowed",
                Refusal.NOT_ALLOWED);
    }

    @Test
    void anUpstreamThatIsNotThereIsA502() throws Exception {
        int free;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = gone.getLocalPort();
        }
        GatewayRun run = fixture.anthropic("http://127.0.0.1:" + free);

        refused(run, call(run, "{}"), 502, "upstream_unreachable", Refusal.UPSTREAM_UNREACHABLE);
    }

    @Test
    void aRequestBeforeTheAnswerToTheLastOneEndsTheConnection() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.HANG_HEADERS));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, "{}") + call(run, "{}"));
            assertThatThrownBy(child::readHead).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whatWasGivenUpBeforeItAskedAsksNothing() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        assertThat(run.withdraw()).isTrue();
        refused(run, call(run, "{}"), 429, "withdrawn", Refusal.WITHDRAWN);
        assertThat(run.calls()).isZero();
        assertThat(run.withdraw()).as("still").isTrue();
    }

    @Test
    void whatAskedCannotBeGivenUp() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.OK));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, "{}"));
            assertThat(child.readHead().status()).isEqualTo(200);
        }
        assertThat(run.withdraw()).isFalse();
        assertThat(run.calls()).isEqualTo(1);
    }

    private void refused(GatewayRun run, String request, int status, String code, Refusal why) throws Exception {
        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(request);
            Head head = child.readHead();
            String body = new String(child.readBody(head), StandardCharsets.UTF_8);
            assertThat(head.status()).isEqualTo(status);
            assertThat(head.header("content-type")).isEqualTo("application/json");
            assertThat(JsonMapper.shared().readTree(body).at("/error/code").asString())
                    .isEqualTo(code);
            assertThat(child.atEnd()).isTrue();
        }
        assertThat(run.refusals()).contains(why);
        assertThat(upstream.recorded()).isEmpty();
    }
}
