package dev.olp.gateway;

import static dev.olp.gateway.GatewayFixture.CALL;
import static dev.olp.gateway.GatewayFixture.call;
import static dev.olp.gateway.SocketClient.head;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.fakeupstream.Exchange;
import dev.olp.fakeupstream.Reply;
import dev.olp.fakeupstream.Scenario;
import dev.olp.gateway.SocketClient.Head;
import dev.olp.provider.AllowedRequest;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest extends WithGateway {
    private static final String STREAMED = "{\"stream\":true}";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void theNextAddressIsTriedWhereOneIsDead() throws Exception {
        Resolver resolver = host -> List.of(InetAddress.ofLiteral("127.0.0.9"), InetAddress.ofLiteral("127.0.0.1"));
        SslContext unused = SslContextBuilder.forClient().build();
        try (GatewayFixture other =
                new GatewayFixture(folder, Gateway.start(true, new SecureRandom(), unused, resolver))) {
            GatewayRun run = other.anthropic(upstream.url().replace("127.0.0.1", "localhost"));
            try (SocketClient child = SocketClient.connect(run.socket())) {
                assertThat(child.send(GatewayFixture.call(run, "{}")).readHead().status())
                        .isNotEqualTo(502);
            }
            assertThat(upstream.recorded()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLargeRequestCrossesUnchangedOnBothTransports(boolean epoll) throws Exception {
        byte[] question = random(3_000_000);
        SslContext unused = SslContextBuilder.forClient().build();
        try (GatewayFixture other =
                new GatewayFixture(folder, Gateway.start(epoll, new SecureRandom(), unused, Resolver.SYSTEM))) {
            GatewayRun run = other.open(
                    upstream.url(),
                    GatewayFixture.KEY,
                    LoginStyle.BEARER,
                    List.of(new AllowedRequest("POST", "/unknown-to-the-fake")),
                    GatewayFixture.BUDGET);

            try (SocketClient child = SocketClient.connect(run.socket())) {
                child.send(head(
                        "POST /unknown-to-the-fake HTTP/1.1",
                        "Authorization: Bearer " + run.token(),
                        "Content-Length: " + question.length));
                assertThat(child.send(question).readHead().status()).isEqualTo(404);
            }

            assertThat(onlyExchange().rawBody()).isEqualTo(question);
            assertThat(run.bytesUp()).isEqualTo(question.length);
        }
    }

    @Test
    void anAnswerCrossesUnchangedWithItsEncodingAndHeaders() throws Exception {
        byte[] answer = random(2_000_000);
        upstream.next(new Reply.Response(
                200,
                Map.of("content-encoding", "gzip", "request-id", "req_1", "set-cookie", "session=real"),
                List.of(answer),
                Duration.ZERO,
                Reply.Ending.COMPLETE));
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.SCRIPT));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            Head head = child.send(call(run, "{}")).readHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("content-encoding")).isEqualTo("gzip");
            assertThat(head.header("request-id")).isEqualTo("req_1");
            assertThat(head.header("set-cookie")).isEmpty();
            assertThat(child.readBody(head)).isEqualTo(answer);
        }
        assertThat(run.bytesDown()).isEqualTo(answer.length);
        assertThat(run.requests()).isEqualTo(1);
    }

    @Test
    void aChunkedRequestArrivesWholeAndItsTrailersDoNot() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(head(CALL, "x-api-key: " + run.token(), "Transfer-Encoding: chunked")
                    + "5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\nauthorization: Bearer stolen\r\n\r\n");
            assertThat(child.readHead().status()).isEqualTo(200);
        }

        Exchange arrived = onlyExchange();
        assertThat(arrived.text()).isEqualTo("{\"a\":1}");
        assertThat(arrived.header("authorization")).isEmpty();
    }

    @Test
    void everyAuthHeaderOfTheChildIsDroppedAndTheRealKeyPutOn() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(head(
                            CALL,
                            "X-Api-Key: " + run.token(),
                            "Authorization: Bearer " + run.token(),
                            "api-key: other",
                            "Proxy-Authorization: Basic eDp5",
                            "Cookie: a=b",
                            "OpenAI-Organization: org-other",
                            "ChatGPT-Account-ID: other",
                            "Connection: keep-alive, x-private",
                            "X-Private: hop",
                            "anthropic-beta: oauth-2025-04-20",
                            "User-Agent: claude-cli/2",
                            "Content-Length: 2")
                    + "{}");
            child.readHead();
        }

        Exchange arrived = onlyExchange();
        assertThat(arrived.headers())
                .extracting(header -> header.getKey() + ": " + header.getValue())
                .containsExactly(
                        "host: 127.0.0.1:" + upstream.port(),
                        "anthropic-beta: oauth-2025-04-20",
                        "User-Agent: claude-cli/2",
                        "Content-Length: 2",
                        "x-api-key: real-key",
                        "connection: close");
    }

    @Test
    void aChatGptLoginShowsItsTokenAndItsAccountBelowTheBasePath() throws Exception {
        GatewayRun run = fixture.open(
                upstream.url(Scenario.OK) + "/backend-api/codex/",
                new Login(Login.Kind.OAUTH_TOKEN, "real-token", "acc-1"),
                LoginStyle.BEARER,
                GatewayFixture.OPENAI,
                GatewayFixture.BUDGET);

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(head(
                            "POST /responses HTTP/1.1",
                            "Authorization: Bearer " + run.token(),
                            "ChatGPT-Account-ID: dummy",
                            "Content-Length: 2")
                    + "{}");
            assertThat(child.readHead().status()).isEqualTo(200);
        }

        Exchange arrived = onlyExchange();
        assertThat(arrived.path()).isEqualTo("/s/ok/backend-api/codex/responses");
        assertThat(arrived.header("authorization")).isEqualTo("Bearer real-token");
        assertThat(arrived.headers().stream().filter(h -> h.getKey().equalsIgnoreCase("ChatGPT-Account-ID")))
                .extracting(Map.Entry::getValue)
                .containsExactly("acc-1");
    }

    @Test
    void anOauthLoginOfAnthropicIsABearer() throws Exception {
        GatewayRun run = fixture.open(
                upstream.url(),
                new Login(Login.Kind.OAUTH_TOKEN, "real-token", null),
                LoginStyle.X_API_KEY,
                GatewayFixture.ANTHROPIC,
                GatewayFixture.BUDGET);

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, "{}")).readHead();
        }

        assertThat(onlyExchange().header("authorization")).isEqualTo("Bearer real-token");
        assertThat(onlyExchange().header("x-api-key")).isEmpty();
    }

    @Test
    void oneConnectionServesOneRequestAfterAnother() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(head("HEAD /api/hello HTTP/1.1", "x-api-key: " + run.token()));
            assertThat(child.readHead().status()).isEqualTo(200);
            for (int i = 0; i < 3; i++) {
                Head head = child.send(call(run, STREAMED)).readHead();
                assertThat(new String(child.readBody(head), StandardCharsets.UTF_8))
                        .contains("message_stop");
            }
        }

        assertThat(run.requests()).isEqualTo(4);
    }

    @Test
    void aRedirectIsHandedToTheChildAndNotFollowed() throws Exception {
        upstream.next(Reply.json(307, "{}").with("location", upstream.url() + "/v1/messages"));
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.SCRIPT));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            assertThat(child.send(call(run, "{}")).readHead().status()).isEqualTo(307);
        }

        assertThat(upstream.recorded()).hasSize(1);
    }

    @Test
    void rateLimitHeadersAreObservedAndNothingElseIs() throws Exception {
        upstream.next(Reply.json(429, "{}")
                .with("Anthropic-RateLimit-Unified-Status", "rejected")
                .with("x-codex-primary-used-percent", "12")
                .with("x-ratelimit-remaining-requests", "3")
                .with("request-id", "r"));
        upstream.next(Reply.json(200, "{}").with("request-id", "r"));
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.SCRIPT));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.readBody(child.send(call(run, "{}")).readHead());
            child.readBody(child.send(call(run, "{}")).readHead());
        }

        assertThat(fixture.observed)
                .containsExactly(new ObservedLimits(
                        429,
                        Map.of(
                                "anthropic-ratelimit-unified-status", "rejected",
                                "x-codex-primary-used-percent", "12",
                                "x-ratelimit-remaining-requests", "3")));
    }

    @Test
    void aStreamArrivesPieceByPieceWhileTheUpstreamStillSpeaks() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.HANG_MID));

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, STREAMED)).readHead();
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            while (!seen.toString(StandardCharsets.UTF_8).contains("content_block_delta")) {
                seen.writeBytes(child.readChunk());
            }
            assertThat(seen.toString(StandardCharsets.UTF_8)).doesNotContain("message_stop");
            assertThat(onlyExchange().answered()).isFalse();
        }
    }

    @Test
    void aRequestReachesTheUpstreamWhileTheChildStillSpeaks() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(head(CALL, "x-api-key: " + run.token(), "Content-Length: 2", "Expect: 100-continue"));
            assertThat(child.readHead().status()).isEqualTo(100);
            assertThat(child.send("{}").readHead().status()).isEqualTo(200);
        }

        assertThat(onlyExchange().header("expect")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang-headers", "hang-mid"})
    void aChildThatLeavesTakesItsUpstreamConnectionAlong(String scenario) throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url() + "/s/" + scenario);

        SocketClient child = SocketClient.connect(run.socket());
        child.send(call(run, "{}"));
        assertThat(upstream.await(1, any -> true, LIMIT)).isTrue();
        child.close();

        assertThat(onlyExchange().awaitClosed(LIMIT)).isTrue();
        assertThat(onlyExchange().clientClosed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "cut"})
    void anUpstreamThatLeavesIsSeenByTheChildAsACutAnswer(String scenario) throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url() + "/s/" + scenario);

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, STREAMED));
            assertThatThrownBy(() -> child.readBody(child.readHead())).isInstanceOf(IOException.class);
        }
        assertThat(run.refusals()).isEmpty();
    }

    private Exchange onlyExchange() throws InterruptedException {
        assertThat(upstream.await(1, any -> true, LIMIT)).isTrue();
        assertThat(upstream.recorded()).hasSize(1);
        return upstream.recorded().getFirst();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(7).nextBytes(bytes);
        return bytes;
    }
}
