package dev.olp.app.command;

import picocli.CommandLine.Command;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp cache clear}: {@code DELETE /cache}. */
@Command(name = "clear", description = "Forget all kept answers.")
final class CacheClearCommand extends ServerCommand {
    CacheClearCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode cleared = door.delete("/cache");
        if (json) {
            printJson(cleared);
        } else {
            context.console()
                    .line("%s answers forgotten, %s bytes"
                            .formatted(Shown.text(cleared.path("entries")), Shown.text(cleared.path("bytes"))));
        }
        return ExitCode.OK;
    }
}
