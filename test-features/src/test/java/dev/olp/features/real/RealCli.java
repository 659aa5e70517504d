package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.fakeupstream.Exchange;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What holds of a chat over any real CLI. The scenario of the fake stands in the prompt as <code>{{name}}</code>.
 *
 * @param model an alias or id of the CLI's provider
 * @param usage {@code prompt/cached/completion/reasoning} tokens that the fake counts for each of its answers
 * @param thought what the fake thinks in its scenario {@code thinking}
 */
record RealCli(OlpServer olp, String model, String usage, String thought) {
    /** The fake's answer. */
    static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";

    private static final Duration LONG = Duration.ofSeconds(60);

    void answersWhole() throws IOException {
        Reply reply = olp.chat(Bodies.chat(model, "hello"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(reply.finishReason()).isEqualTo("stop");
        assertThat(reply.json().path("model").asString("")).isEqualTo(model);
        assertThat(numbers(reply.json().path("usage"))).isEqualTo(usage);
        assertThat(reply.header("x-olp-usage")).isEmpty();
        assertThat(calls()).hasSize(1);
    }

    void answersStreamed() throws IOException {
        Streamed streamed =
                olp.stream(Bodies.with(Bodies.stream(model, "hello"), "\"stream_options\":{\"include_usage\":true}"));
        streamed.assertWellFormed();
        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(streamed.finishReasons()).containsExactly("stop");
        assertThat(streamed.events().stream().filter(event -> !event.content().isEmpty()))
                .as("deltas")
                .hasSizeGreaterThan(3);
        JsonNode last = streamed.chunks().getLast();
        assertThat(last.path("choices").isEmpty()).isTrue();
        assertThat(numbers(last.path("usage"))).isEqualTo(usage);
        assertThat(last.path("usage").has("estimated")).isFalse();
    }

    void keepsReasoningApart() throws IOException {
        JsonNode message = olp.chat(Bodies.chat(model, "{{thinking}}")).json().at("/choices/0/message");
        assertThat(message.path("content").asString("")).isEqualTo(ANSWER);
        assertThat(message.path("reasoning_content").asString("")).isEqualTo(thought);
        Streamed streamed = olp.stream(Bodies.stream(model, "{{thinking}}")).assertWellFormed();
        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(streamed.reasoning()).isEqualTo(thought);
    }

    /** The fake never ends this answer, so whatever arrives was relayed before the end. */
    void relaysAtOnceAndEndsWhenTheClientLeaves() throws Exception {
        try (RawHttp client = olp.connect()) {
            SseReader events = open(client, Bodies.stream(model, "{{hang-mid}}"));
            StringBuilder text = new StringBuilder();
            while (text.isEmpty()) {
                text.append(events.next().orElseThrow().content());
            }
            assertThat(ANSWER).startsWith(text);
            client.abort();
        }
        assertEnded();
    }

    void endsWhenTheClientOfAWholeAnswerLeaves() throws Exception {
        try (RawHttp client = olp.connect()) {
            post(client, Bodies.chat(model, "{{hang-headers}}"));
            assertThat(olp.upstream().await(1, RealCli::isCall, LONG)).isTrue();
            client.abort();
        }
        assertEnded();
    }

    private void assertEnded() throws Exception {
        Exchange call = calls().getFirst();
        assertThat(call.awaitClosed(LONG)).as("the upstream sees the end").isTrue();
        assertThat(call.clientClosed()).isTrue();
        olp.assertNothingLeft();
        assertThat(calls()).as("nothing was asked again").hasSize(1);
    }

    /** A fault before any text is a status, streamed or not. */
    Reply failsWith(String scenario, int status, String code) throws IOException {
        Reply whole = olp.chat(Bodies.chat(model, "{{" + scenario + "}}"));
        assertThat(whole.status() + " " + whole.errorCode()).as(whole.text()).isEqualTo(status + " " + code);
        assertThat(whole.json().path("error").propertyNames())
                .containsExactlyInAnyOrder("message", "type", "param", "code");
        assertThat(whole.text())
                .as("no URL, id, path or token")
                .doesNotContain("127.0.0.1", "req_fake", "/home", "/dev/shm", "fake-c");
        return whole;
    }

    void failsStreamedWith(String scenario, int status, String code) throws IOException {
        try (RawHttp client = olp.connect()) {
            post(client, Bodies.stream(model, "{{" + scenario + "}}"));
            Reply reply = client.reply();
            assertThat(reply.status() + " " + reply.errorCode())
                    .as(reply.text())
                    .isEqualTo(status + " " + code);
        }
    }

    /** After text there is only an error in the stream, and never a clean end. */
    void breaksOffWith(String scenario, String code) throws IOException {
        Streamed streamed = olp.stream(Bodies.stream(model, "{{" + scenario + "}}"));
        streamed.assertFailed(code);
        assertThat(streamed.content()).isNotEmpty().isNotEqualTo(ANSWER);
        assertThat(ANSWER).startsWith(streamed.content());
    }

    /** A reset may overtake the text that was sent before it: then it is a status, and else as {@link #breaksOffWith}. */
    void isCut() throws IOException {
        try (RawHttp client = olp.connect()) {
            post(client, Bodies.stream(model, "{{cut}}"));
            Reply head = client.head();
            if (head.status() == 200) {
                new Streamed(head, client.events(head).all()).assertFailed("provider_error");
            } else {
                assertThat(head.status()).isEqualTo(502);
            }
        }
    }

    /** The model chose to say nothing; that is no fault. */
    void saysNothing() throws IOException {
        Reply reply = olp.chat(Bodies.chat(model, "{{empty}}"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.content()).isEmpty();
        assertThat(reply.finishReason()).isEqualTo("stop");
    }

    void stopsBeforeAStopString() throws IOException {
        String stop = "\"stop\":[\"nowhere\",\"upstream\"]";
        Reply whole = olp.chat(Bodies.with(Bodies.chat(model, "hello"), stop));
        assertThat(whole.content()).isEqualTo("Hello from the fake ");
        assertThat(whole.finishReason()).isEqualTo("stop");
        Streamed streamed =
                olp.stream(Bodies.with(Bodies.stream(model, "hello"), stop)).assertWellFormed();
        assertThat(streamed.content()).isEqualTo("Hello from the fake ");
        assertThat(streamed.finishReasons()).containsExactly("stop");
    }

    /** The provider ends at the cap; a CLI would ask it to go on. */
    void endsAtTheCapAfterOneCall() throws IOException {
        String cap = "\"max_tokens\":40";
        Reply whole = olp.chat(Bodies.with(Bodies.chat(model, "{{max-tokens}}"), cap));
        assertThat(whole.status()).as(whole.text()).isEqualTo(200);
        assertThat(whole.content()).isEqualTo(ANSWER);
        assertThat(whole.finishReason()).isEqualTo("length");
        olp.assertNothingLeft();
        assertThat(calls()).hasSize(1);
        Streamed streamed = olp.stream(Bodies.with(Bodies.stream(model, "{{max-tokens}}"), cap))
                .assertWellFormed();
        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(streamed.finishReasons()).containsExactly("length");
        olp.assertNothingLeft();
        assertThat(calls()).hasSize(2);
    }

    void namesARefusal() throws IOException {
        Reply whole = olp.chat(Bodies.chat(model, "{{refusal}}"));
        assertThat(whole.status()).as(whole.text()).isEqualTo(200);
        assertThat(whole.finishReason()).isEqualTo("content_filter");
        assertThat(olp.stream(Bodies.stream(model, "{{refusal}}"))
                        .assertWellFormed()
                        .finishReasons())
                .containsExactly("content_filter");
        assertThat(calls()).hasSize(2);
    }

    void relaysALongAnswerWhole() throws IOException {
        Streamed streamed = olp.stream(Bodies.stream(model, "{{long}}")).assertWellFormed();
        assertThat(streamed.content()).hasSize(200_000);
        assertThat(streamed.content())
                .isEqualTo("The quick brown fox jumps over the lazy dog. "
                        .repeat(5_000)
                        .substring(0, 200_000));
    }

    /** Text that means something to a CLI reaches the model as it was written. */
    void takesCommandsForText(String text) throws IOException {
        Reply reply = olp.chat(Bodies.chat(model, text));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(calls()).hasSize(1);
        assertThat(calls().getFirst().text()).contains(Bodies.quote(text).replaceAll("^\"|\"$", ""));
    }

    /** The model calls in the fake's record. */
    List<Exchange> calls() {
        return olp.upstream().recorded().stream().filter(RealCli::isCall).toList();
    }

    JsonNode lastCall() throws IOException {
        return JsonMapper.shared().readTree(calls().getLast().body());
    }

    static boolean isCall(Exchange exchange) {
        return exchange.method().equals("POST")
                && exchange.path().matches("/s/[a-z0-9-]+(/v1/messages(\\?.*)?|/v1/responses)");
    }

    /** Sends a chat and waits for the provider's part to begin; {@code meanwhile} is run over and over until then. */
    void whileItHangs(RawHttp client, String body, Runnable meanwhile) throws IOException {
        post(client, body);
        await().atMost(LONG).pollInterval(Duration.ofMillis(5)).until(() -> {
            meanwhile.run();
            return !calls().isEmpty();
        });
        meanwhile.run();
    }

    private static void post(RawHttp client, String body) throws IOException {
        client.chat(body);
    }

    private static SseReader open(RawHttp client, String body) throws IOException {
        post(client, body);
        Reply head = client.head();
        assertThat(head.status()).isEqualTo(200);
        return client.events(head);
    }

    private static String numbers(JsonNode usage) {
        int prompt = usage.path("prompt_tokens").asInt();
        int completion = usage.path("completion_tokens").asInt();
        assertThat(usage.path("total_tokens").asInt()).isEqualTo(prompt + completion);
        return prompt + "/" + usage.at("/prompt_tokens_details/cached_tokens").asInt() + "/" + completion + "/"
                + usage.at("/completion_tokens_details/reasoning_tokens").asInt();
    }
}
