package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is long, in a terminal. */
class PagingIT {
    /** Shows what went through it, and that it had the terminal. */
    private static final Map<String, String> PAGER =
            Map.of("PAGER", "test -t 1 && sed 's/^/paged: /'", "TERM", "xterm");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @ValueSource(
            strings = {"keys list --json", "audit query", "audit tail", "logs -n 5", "chains", "models", "usage --json"
            })
    void it_goes_through_the_operators_pager(String command) throws Exception {
        assertThat(inTerminal(PAGER, command.split(" "))).isNotEmpty().allMatch(line -> line.startsWith("paged: "));
    }

    @Test
    void unless_it_is_told_not_to() throws Exception {
        assertThat(inTerminal(PAGER, "models", "--no-pager").getFirst()).startsWith("MODEL");
    }

    @Test
    void what_is_no_result_comes_after_it() throws Exception {
        olp.chat(Bodies.chat("sonnet", "hi"));
        olp.chat(Bodies.chat("sonnet", "hi"));

        List<String> shown = inTerminal(PAGER, "audit", "query", "--limit", "1");

        assertThat(shown.getFirst()).startsWith("paged: AT");
        assertThat(shown.getLast()).startsWith("there are more: --cursor ");
    }

    @Test
    void a_pager_that_is_left_early_is_no_failure() throws Exception {
        OlpCommand left = olp.inTerminal(Map.of("PAGER", "true", "TERM", "xterm"), "logs", "-n", "1000");

        assertThat(left.exit()).isZero();
        assertThat(left.out()).isEmpty();
    }

    @Test
    void without_a_terminal_nothing_is_paged() throws Exception {
        OlpCommand models = olp.command(PAGER, "models");

        assertThat(models.exit()).isZero();
        assertThat(models.out()).startsWith("MODEL").doesNotContain("paged: ");
    }

    private static List<String> inTerminal(Map<String, String> changes, String... arguments) throws Exception {
        OlpCommand command = olp.inTerminal(changes, arguments);
        assertThat(command.exit()).as(command.toString()).isZero();
        return command.out().lines().toList();
    }
}
