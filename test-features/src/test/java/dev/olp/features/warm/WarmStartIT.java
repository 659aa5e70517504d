package dev.olp.features.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Exchange;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A request that is given a process which waited, and what that process is before and afterwards. */
class WarmStartIT {
    private static final String ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    @ParameterizedTest
    @CsvSource({
        "sonnet, ''",
        "opus, '\"reasoning_effort\":\"high\"'",
        "haiku, '\"reasoning_effort\":\"none\"'",
        "gpt-5.5, ''",
        "gpt-5.4, '\"reasoning_effort\":\"low\"'",
        "gpt-6.2-sol, ''",
        "gpt-5.5, '\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"exec_command\"}}]'",
        "gpt-6.2-sol, '\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"exec_command\"}}]'"
    })
    void the_provider_is_asked_the_same_as_by_a_cold_start(String model, String more) throws Exception {
        try (WarmServer warm = WarmServer.open()) {
            askTwice(warm, model, more);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "opus"})
    void with_an_api_key_too(String model) throws Exception {
        try (WarmServer warm = WarmServer.open(OlpServer.with()
                .withoutEnvironment("CLAUDE_CODE_OAUTH_TOKEN")
                .environment("ANTHROPIC_API_KEY", "sk-of-the-test"))) {
            askTwice(warm, model, "");
            assertThat(warm.calls().getLast().header("x-api-key")).isEqualTo("sk-of-the-test");
        }
    }

    /** First cold, then of a process that waited. */
    private static void askTwice(WarmServer warm, String model, String more) throws IOException {
        String chat = Bodies.chat(
                model,
                false,
                Bodies.message("system", "Be brief."),
                Bodies.message("user", "hello"),
                Bodies.message("assistant", "Hello."),
                Bodies.message("user", "and again"));
        String body = more.isEmpty() ? chat : Bodies.with(chat, more);
        warm.ask(OlpServer.OWNER_TOKEN, body);
        assertThat(warm.taken()).as("the first is a cold start").isZero();
        warm.awaitReady(WarmServer.provider(model));
        warm.ask(OlpServer.OWNER_TOKEN, body);
        assertThat(warm.taken()).as(() -> warm.olp.log()).isEqualTo(1);
        List<Exchange> calls = warm.calls();
        assertThat(calls).hasSize(2);
        assertThat(normal(calls.get(1))).isEqualTo(normal(calls.get(0)));
        assertThat(headers(calls.get(1))).isEqualTo(headers(calls.get(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void a_process_serves_one_request_of_one_key_and_holds_nothing_of_another(String model) throws Exception {
        String provider = WarmServer.provider(model);
        try (WarmServer warm = WarmServer.open()) {
            String ada = warm.key("ada");
            String bob = warm.key("bob");
            warm.ask(ada, Bodies.chat(model, "quagga"));
            Set<Long> first = warm.awaitReady(provider);
            assertThat(first).as("one waits").hasSize(1);
            assertThat(shown(first)).doesNotContain("quagga").doesNotContain(OlpServer.CANARY);

            warm.ask(bob, Bodies.chat(model, "okapi"));
            Set<Long> second = warm.awaitReady(provider);
            assertThat(second).as("another process").hasSize(1).doesNotContainAnyElementsOf(first);
            assertThat(shown(second)).doesNotContain("quagga", "okapi");

            warm.ask(ada, Bodies.chat(model, "zebra"));
            assertThat(warm.awaitReady(provider)).doesNotContainAnyElementsOf(second);
            assertThat(warm.taken()).isEqualTo(2);
            List<Exchange> calls = warm.calls();
            assertThat(calls).hasSize(3);
            assertThat(calls.get(1).text()).contains("okapi").doesNotContain("quagga");
            assertThat(calls.get(2).text()).contains("zebra").doesNotContain("quagga", "okapi");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet"})
    void a_request_that_cannot_come_late_is_started_cold_and_leaves_what_waits(String model) throws Exception {
        try (WarmServer warm = WarmServer.open()) {
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.chat(model, "hello"));
            Set<Long> waiting = warm.awaitReady("anthropic");
            warm.ask(OlpServer.OWNER_TOKEN, Bodies.with(Bodies.chat(model, "hello"), "\"max_tokens\":5000"));
            assertThat(warm.taken()).isZero();
            assertThat(warm.awaitReady("anthropic")).isEqualTo(waiting);
        }
    }

    private static String shown(Set<Long> processes) throws IOException {
        StringBuilder all = new StringBuilder();
        for (long pid : processes) {
            for (String name : List.of("cmdline", "environ")) {
                all.append(Files.readString(Path.of("/proc", Long.toString(pid), name), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    /** Without what is another one in each process: ids, times, and codex's order of its own notes. */
    private static JsonNode normal(Exchange call) throws IOException {
        String text = call.text()
                .replaceAll(ID, "ID")
                .replaceAll("[0-9a-f]{64}", "DEVICE")
                .replaceAll("unix_ms\\\\\":\\d+", "unix_ms");
        return JsonMapper.shared().readTree(text);
    }

    private static Map<String, String> headers(Exchange call) {
        Map<String, String> headers = new TreeMap<>();
        call.headers()
                .forEach(header -> headers.put(
                        header.getKey().toLowerCase(Locale.ROOT),
                        header.getValue().replaceAll(ID, "ID").replaceAll("unix_ms\":\\d+", "unix_ms")));
        headers.remove("content-length");
        return headers;
    }
}
