package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The real codex, pointed at OLP as its model provider, over the provider's real CLI. */
class CodexAsClientIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String PATCH = """
        *** Begin Patch
        *** Update File: greeting.txt
        @@
        -hello
        +hello, world
        *** End Patch
        """;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @TempDir
    private Path folder;

    @Test
    void it_is_answered_by_either_provider() throws Exception {
        CodexClient codex = new CodexClient(olp, folder);

        CodexClient.Run byOpenAi = codex.run("gpt-5.5", "hello");
        CodexClient.Run byAnthropic = codex.run(CLAUDE, "hello");

        assertThat(byOpenAi.completed()).as(byOpenAi.toString()).isTrue();
        assertThat(byOpenAi.messages()).containsExactly(RealCli.ANSWER);
        assertThat(byAnthropic.completed()).as(byAnthropic.toString()).isTrue();
        assertThat(byAnthropic.messages()).containsExactly(RealCli.ANSWER);
    }

    @Test
    void a_small_task_with_its_own_tools_ends_right() throws Exception {
        CodexClient codex = new CodexClient(olp, folder);
        Path file = Files.writeString(codex.workspace().resolve("greeting.txt"), "hello\n");
        answers(
                new ResponsesAnswer()
                        .says("First a look.")
                        .calls("call_1", "client_exec_command", "{\"cmd\":\"cat greeting.txt\"}"),
                new ResponsesAnswer().calls("call_2", "apply_patch", "{\"input\":" + Bodies.quote(PATCH) + "}"),
                new ResponsesAnswer().says("Done."));

        CodexClient.Run run = codex.run("gpt-5.5", "{{script}} Greet the world.");

        assertThat(run.completed()).as(run.toString()).isTrue();
        assertThat(run.messages()).containsExactly("First a look.", "Done.");
        assertThat(run.items("command_execution")
                        .map(item -> item.path("aggregated_output").asString("")))
                .containsExactly("hello\n");
        assertThat(file).hasContent("hello, world\n");
        RealCli provider = new RealCli(olp, "gpt-5.5", "", "");
        assertThat(provider.calls()).as("one call each").hasSize(3);
        List<JsonNode> items = provider.lastCall().path("input").valueStream().toList();
        assertThat(items.stream()
                        .filter(item -> item.has("call_id"))
                        .map(item -> item.path("type").asString("") + " "
                                + item.path("call_id").asString("")))
                .containsExactly(
                        "function_call call_1",
                        "function_call_output call_1",
                        "function_call call_2",
                        "function_call_output call_2");
    }

    @Test
    void so_does_one_over_a_provider_that_is_not_its_own() throws Exception {
        CodexClient codex = new CodexClient(olp, folder);
        Path file = Files.writeString(codex.workspace().resolve("greeting.txt"), "hello\n");
        answers(
                new MessagesAnswer()
                        .says("First a look.")
                        .calls("toolu_1", "mcp__c__exec_command", "{\"cmd\":\"cat greeting.txt\"}"),
                new MessagesAnswer()
                        .calls("toolu_2", "mcp__c__exec_command", "{\"cmd\":\"echo world >> greeting.txt\"}"),
                new MessagesAnswer().says("Done."));

        CodexClient.Run run = codex.run(CLAUDE, "{{script}} Greet the world.");

        assertThat(run.completed()).as(run.toString()).isTrue();
        assertThat(run.messages()).containsExactly("First a look.", "Done.");
        assertThat(file).hasContent("hello\nworld\n");
        RealCli provider = new RealCli(olp, CLAUDE, "", "");
        assertThat(provider.calls()).as("one call each").hasSize(3);
        assertThat(provider.lastCall().path("messages").toString())
                .contains("\"tool_use_id\":\"toolu_1\"", "\"tool_use_id\":\"toolu_2\"");
    }

    private static void answers(ModelAnswer... answers) {
        for (ModelAnswer answer : answers) {
            olp.upstream().next(answer.whole());
        }
    }
}
