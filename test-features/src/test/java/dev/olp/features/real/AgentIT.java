package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.NodeScript;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent whose own tools mend a script: what it does, and what the provider is told of it at each step. */
class AgentIT {
    private static final String READ = "{\"path\":\"sum.mjs\"}";
    private static final String EDIT = "{\"path\":\"sum.mjs\",\"old\":\"2 - 3\",\"new\":\"2 + 3\"}";
    private static final String WRONG = "{\"path\":\"sum.mjs\",\"old\":\"no such\",\"new\":\"x\"}";
    private static final String BROKEN = "console.log(Math.abs(2 - 3));\n";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @TempDir
    private Path folder;

    static Stream<ToolChat> both() {
        return Stream.of(ToolChat.claude(olp), ToolChat.codex(olp));
    }

    @ParameterizedTest
    @MethodSource("both")
    void an_agent_of_the_ai_sdk_reads_edits_runs_and_is_done(ToolChat chat) throws Exception {
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("sum.mjs"), BROKEN);
        UnaryOperator<String> named = name -> chat.record().upstreamName(name);
        chat.answeredWith(answer -> answer.says("I look.").calls("call_1", named.apply("read_file"), READ));
        chat.answeredWith(answer -> answer.calls("call_2", named.apply("edit_file"), WRONG)
                .calls("call_3", named.apply("edit_file"), EDIT));
        chat.answeredWith(answer -> answer.calls("call_4", named.apply("run"), READ));
        chat.answeredWith(answer -> answer.says("It says 5 now."));

        JsonNode session = NodeScript.run(
                folder,
                "agent.mjs",
                "http://127.0.0.1:" + olp.port() + "/v1",
                OlpServer.OWNER_TOKEN,
                project.toString(),
                chat.cli().model());

        assertThat(session.path("text").asString("")).isEqualTo("It says 5 now.");
        assertThat(session.path("steps")
                        .valueStream()
                        .map(step -> step.path("finish").asString("") + step.path("calls")))
                .containsExactly(
                        "tool-calls" + array("read_file " + READ),
                        "tool-calls" + array("edit_file " + WRONG, "edit_file " + EDIT),
                        "tool-calls" + array("run " + READ),
                        "stop[]");
        assertThat(session.path("steps")
                        .valueStream()
                        .map(step -> step.path("tokens").asInt()))
                .containsOnly(115);
        assertThat(project.resolve("sum.mjs")).hasContent("console.log(Math.abs(2 + 3));\n");
        assertTold(chat, named);
        olp.assertNothingLeft();
        olp.upstream().forget();
    }

    /** Each call of the provider holds what the one before held, and what happened since. */
    private static void assertTold(ToolChat chat, UnaryOperator<String> named) throws IOException {
        List<String> whole = List.of(
                "user {{script}} sum.mjs says 1 and should say 5. Mend it.",
                "assistant I look.",
                "call_1 " + named.apply("read_file") + " " + READ,
                "call_1 " + Bodies.quote(BROKEN),
                "call_2 " + named.apply("edit_file") + " " + WRONG,
                "call_3 " + named.apply("edit_file") + " " + EDIT,
                "call_2 " + Bodies.quote("no such text in sum.mjs"),
                "call_3 " + Bodies.quote("edited"),
                "call_4 " + named.apply("run") + " " + READ,
                "call_4 " + Bodies.quote("5\n"));
        List<Integer> told = List.of(1, 4, 8, 10);
        assertThat(chat.cli().calls()).hasSize(told.size());
        for (int call = 0; call < told.size(); call++) {
            JsonNode body =
                    JsonMapper.shared().readTree(chat.cli().calls().get(call).body());
            assertThat(chat.record().items(body)).as("call " + call).isEqualTo(whole.subList(0, told.get(call)));
            assertThat(chat.record().offered(body))
                    .extracting(tool -> tool.path("name").asString(""))
                    .containsExactlyInAnyOrder(named.apply("read_file"), named.apply("edit_file"), named.apply("run"));
        }
    }

    private static String array(String... texts) {
        return JsonMapper.shared().valueToTree(List.of(texts)).toString();
    }
}
