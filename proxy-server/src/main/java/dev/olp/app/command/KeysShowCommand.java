package dev.olp.app.command;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys show}. */
@Command(name = "show", description = "Show all that is known of a key, without its token.")
final class KeysShowCommand extends KeysSubcommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    KeysShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode key = call(door, "GET", id(door, idOrName));
        if (json) {
            printJson(key);
            return ExitCode.OK;
        }
        for (Map.Entry<String, JsonNode> field : key.properties()) {
            JsonNode value = field.getValue();
            String shown = value.isContainer() ? value.toString() : text(key, field.getKey(), "-");
            context.console().line("%-21s %s".formatted(field.getKey(), shown));
        }
        return ExitCode.OK;
    }
}
