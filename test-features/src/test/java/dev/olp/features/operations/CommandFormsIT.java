package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How options may be written, and that what is not understood does nothing. */
class CommandFormsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    private static OlpCommand done(String... arguments) throws Exception {
        OlpCommand command = olp.command(arguments);
        assertThat(command.exit()).as(command.err()).isZero();
        return command;
    }

    private static JsonNode shown(String name) throws Exception {
        return JsonMapper.shared().readTree(done("keys", "show", name, "--json").out());
    }

    @Test
    void anOptionMayBeWrittenWithASpaceOrAnEqualsSign() throws Exception {
        done("keys", "create", "--name=equals", "--providers=anthropic");
        done("keys", "create", "--name", "space", "--providers", "anthropic");
        done("keys", "limits", "equals", "--requests-per-day=7");
        done("keys", "limits", "space", "--requests-per-day", "7");

        for (String name : new String[] {"equals", "space"}) {
            assertThat(shown(name).findPath("providers").toString()).isEqualTo("[\"anthropic\"]");
            assertThat(done("keys", "limits", name).out()).containsPattern("day.*\\b7\\b");
        }
    }

    @Test
    void aCommandWithAnOptionThatItDoesNotKnowDoesNothing() throws Exception {
        done("keys", "create", "--name", "kept");

        for (String option : new String[] {"--dry-run", "--dry-run=true", "-n"}) {
            OlpCommand refused = olp.command("keys", "revoke", "kept", option);
            assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
            assertThat(refused.err()).contains(option.substring(0, 2));
        }

        assertThat(shown("kept").findPath("revoked_at").isNull()).isTrue();
    }
}
