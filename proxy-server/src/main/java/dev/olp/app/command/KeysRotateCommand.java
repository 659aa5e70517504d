package dev.olp.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys rotate}: another token for the same key. */
@Command(
        name = "rotate",
        description = {
            "Give a key another token and print it, once. Its id, limits and history stay.",
            "The old token is good until the grace ends."
        })
final class KeysRotateCommand extends KeysSubcommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    @Option(
            names = "--grace",
            paramLabel = "SPAN",
            defaultValue = "24h",
            description = "How long the old token stays good, 0s to 90d; ${DEFAULT-VALUE} if left out.")
    String grace = "24h";

    KeysRotateCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode body =
                object().put("grace_seconds", Expiry.span("--grace", grace).toSeconds());
        ObjectNode rotated = call(door, "POST", body, id(door, idOrName), "rotate");
        if (json) {
            printJson(rotated);
            return ExitCode.OK;
        }
        context.console().line(text(rotated, "token", ""));
        String until = text(rotated, "grace_ends_at", "");
        context.console()
                .note("The new token of \"%s\" (%s); it cannot be shown again. The old one %s."
                        .formatted(
                                text(rotated, "name", ""),
                                text(rotated, "id", ""),
                                until.isEmpty() ? "is no longer good" : "is good until " + until));
        return ExitCode.OK;
    }
}
