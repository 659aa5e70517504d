package dev.olp.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys erase}: revokes a key and removes what it says of a person. */
@Command(
        name = "erase",
        description = {
            "Revoke a key and remove its name, notes, last use and tokens, for good, in its audit rows too.",
            "Its id stays, as a revoked one."
        })
final class KeysEraseCommand extends KeysSubcommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    KeysEraseCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode key = call(door, "POST", id(door, idOrName), "erase");
        if (json) {
            printJson(key);
        } else {
            context.console().line("Erased %s.".formatted(text(key, "id", "")));
        }
        return ExitCode.OK;
    }
}
