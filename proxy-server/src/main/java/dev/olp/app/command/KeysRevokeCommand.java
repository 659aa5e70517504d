package dev.olp.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys revoke}: holds from the next request on, in a running server too. */
@Command(name = "revoke", description = "Revoke a key, from the next request on.")
final class KeysRevokeCommand extends KeysSubcommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    KeysRevokeCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode key = call(door, "DELETE", id(door, idOrName));
        if (json) {
            printJson(key);
        } else {
            context.console().line("Revoked %s (%s).".formatted(text(key, "name", ""), text(key, "id", "")));
        }
        return ExitCode.OK;
    }
}
