package dev.olp.features.children;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Exchange;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real CLIs, and a home of the server full of things that would act if a CLI saw them (S128, S89, S136). */
class HostContextIT {
    private static final String MARKER = "marker-of-the-host-7c1d";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    /** Instructions, settings with a hook that leaves a trace, and tool servers, where the CLIs look for them. */
    @BeforeAll
    static void fillTheHome() throws IOException {
        Path home = home();
        String trace = "touch " + home.resolve("trace");
        write(home.resolve("CLAUDE.md"), MARKER);
        write(home.resolve("AGENTS.md"), MARKER);
        write(home.resolve(".claude/CLAUDE.md"), MARKER);
        write(
                home.resolve(".claude/settings.json"),
                "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"" + trace
                        + "\"}]}],\"UserPromptSubmit\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"" + trace
                        + "\"}]}]},\"outputStyle\":\"" + MARKER + "\"}");
        write(home.resolve(".claude.json"), "{\"mcpServers\":{\"" + MARKER + "\":{\"command\":\"" + trace + "\"}}}");
        write(home.resolve(".codex/AGENTS.md"), MARKER);
        write(
                home.resolve(".codex/config.toml"),
                "notify = [\"touch\", \"" + home.resolve("trace")
                        + "\"]\n[mcp_servers.marker]\ncommand = \"touch\"\nargs = [\"" + home.resolve("trace")
                        + "\"]\n");
    }

    /** S89 too: the empty folder that codex works in is no repository, and it runs all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"claude-sonnet-4-6", "gpt-5.5"})
    void nothingOfTheHostReachesTheModelOrActs(String model) throws IOException {
        Streamed answer = olp.stream(Bodies.stream(model, "hi")).assertWellFormed();

        assertThat(answer.content()).isNotEmpty();
        assertThat(olp.upstream().recorded()).isNotEmpty();
        for (Exchange exchange : olp.upstream().recorded()) {
            assertThat(exchange.text()).doesNotContain(MARKER);
        }
        assertThat(home().resolve("trace")).doesNotExist();
        assertThat(names(home()))
                .containsExactlyInAnyOrder("AGENTS.md", "CLAUDE.md", ".claude", ".claude.json", ".codex");
    }

    /** The server under test runs on nothing that belongs to whoever runs the tests. */
    @Test
    void theServerOfTheTestsHasAHomeOfItsOwn() throws IOException {
        Path environ = Path.of("/proc", Long.toString(olp.pid()), "environ");
        Map<String, String> environment = new HashMap<>();
        for (String variable : Files.readString(environ, StandardCharsets.UTF_8).split("\0", -1)) {
            int at = variable.indexOf('=');
            if (at > 0) {
                environment.put(variable.substring(0, at), variable.substring(at + 1));
            }
        }

        assertThat(environment).containsEntry("HOME", home().toString());
        assertThat(environment).containsEntry("OLP_HOME", olp.home().toString());
        assertThat(environment.keySet())
                .doesNotContain("XDG_CONFIG_HOME", "CODEX_HOME", "VIBE_HOME", "ANTHROPIC_API_KEY");
        assertThat(home().toString()).doesNotStartWith(System.getenv("HOME") + "/.");
    }

    private static Path home() {
        return olp.home().resolveSibling("home");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }
}
