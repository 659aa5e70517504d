package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Exchange;
import dev.olp.fakeupstream.Scenario;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Claude Code, pointed at OLP, mends a script with its own tools; what its provider is told, and what it would tell itself. */
class ClaudeCodeIT {
    private static final String PROMPT = "{{script}} sum.sh says 1 and should say 5. Mend it.";
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @TempDir
    private Path folder;

    private ClaudeCode client;
    private Path script;

    @BeforeEach
    void brokenScript() throws IOException {
        client = new ClaudeCode(folder);
        script = client.project().resolve("sum.sh");
        breakIt();
    }

    private void breakIt() throws IOException {
        Files.writeString(script, "echo $((3 - 2))\n");
    }

    @Test
    void it_reads_edits_runs_and_is_done_over_codex() throws Exception {
        ToolChat chat = ToolChat.codex(olp);
        answer(chat, chat.record()::upstreamName);
        List<JsonNode> lines =
                client.run(url(), OlpServer.OWNER_TOKEN, chat.cli().model(), PROMPT);

        assertDone(lines);
        List<Exchange> calls = chat.cli().calls();
        assertThat(calls).hasSize(4);
        JsonNode last = chat.cli().lastCall();
        assertThat(chat.record().offered(last))
                .extracting(tool -> tool.path("name").asString(""))
                .contains("Read", "Edit", "Bash")
                .hasSizeGreaterThan(20);
        olp.assertNothingLeft();
        olp.upstream().forget();
    }

    @Test
    void the_provider_is_told_what_claude_code_would_tell_it_itself() throws Exception {
        ToolChat chat = ToolChat.claude(olp);
        answer(chat, UnaryOperator.identity());
        assertDone(client.run(
                olp.upstream().url(Scenario.BY_PROMPT), "fake", chat.cli().model(), PROMPT));
        List<JsonNode> direct = bodies(chat);
        olp.upstream().forget();
        breakIt();
        answer(chat, chat.record()::upstreamName);
        assertDone(client.run(url(), OlpServer.OWNER_TOKEN, chat.cli().model(), PROMPT));
        List<JsonNode> through = bodies(chat);

        assertThat(through).hasSameSizeAs(direct);
        for (int call = 0; call < direct.size(); call++) {
            ClaudeCodeRecord told = new ClaudeCodeRecord(through.get(call));
            ClaudeCodeRecord own = new ClaudeCodeRecord(direct.get(call));
            assertThat(told.items()).as("call " + call).isEqualTo(own.items());
            assertThat(told.tools()).isEqualTo(own.tools());
            assertThat(told.system()).endsWith(own.system().getLast());
            assertThat(told.setting("max_tokens")).isEqualTo(own.setting("max_tokens"));
            assertThat(told.setting("output_config")).isEqualTo(own.setting("output_config"));
        }
        olp.upstream().forget();
    }

    @Test
    void the_run_ends_when_it_is_interrupted() throws Exception {
        Process process = client.start(url(), OlpServer.OWNER_TOKEN, "claude-sonnet-4-6", "{{hang-mid}}");
        try {
            assertThat(olp.upstream().await(1, RealCli::isCall, LONG)).isTrue();
        } finally {
            process.destroy();
        }
        Exchange call = ToolChat.claude(olp).cli().calls().getFirst();
        assertThat(call.awaitClosed(LONG)).as("the upstream sees the end").isTrue();
        assertThat(process.onExit().get().isAlive()).isFalse();
        olp.assertNothingLeft();
        olp.upstream().forget();
    }

    private void answer(ToolChat chat, UnaryOperator<String> named) {
        String path = "{\"file_path\":\"" + script + "\"";
        chat.answeredWith(answer -> answer.says("I look.").calls("toolu_1", named.apply("Read"), path + "}"));
        chat.answeredWith(answer -> answer.calls(
                "toolu_2", named.apply("Edit"), path + ",\"old_string\":\"3 - 2\",\"new_string\":\"3 + 2\"}"));
        chat.answeredWith(answer ->
                answer.calls("toolu_3", named.apply("Bash"), "{\"command\":\"sh sum.sh\",\"description\":\"Run it\"}"));
        chat.answeredWith(answer -> answer.says("It says 5 now."));
    }

    private void assertDone(List<JsonNode> lines) {
        assertThat(lines.getLast().path("result").asString(""))
                .as(lines.toString())
                .isEqualTo("It says 5 now.");
        assertThat(lines.stream().map(JsonNode::toString)).anyMatch(line -> line.contains("\"content\":\"5\""));
        assertThat(script).hasContent("echo $((3 + 2))\n");
    }

    private static List<JsonNode> bodies(ToolChat chat) throws IOException {
        List<JsonNode> bodies = new ArrayList<>();
        for (Exchange call : chat.cli().calls()) {
            bodies.add(JsonMapper.shared().readTree(call.body()));
        }
        return bodies;
    }

    private static String url() {
        return "http://127.0.0.1:" + olp.port();
    }
}
