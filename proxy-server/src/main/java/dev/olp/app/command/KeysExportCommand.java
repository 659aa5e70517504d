package dev.olp.app.command;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys export}: writes all keys but the erased, without their tokens. */
@Command(
        name = "export",
        description = {
            "Write each key to FOLDER/keys/<id>/manifest.json, with its token's hash.",
            "What `olp keys import` takes; limits, and an old token's grace, are not in it."
        })
final class KeysExportCommand extends KeysSubcommand {
    @Parameters(paramLabel = "FOLDER", description = "Made if it is missing; nothing in it is replaced.")
    Path folder = Path.of("");

    KeysExportCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        int written = 0;
        for (JsonNode each : call(door, "GET").path("keys")) {
            if (each instanceof ObjectNode key && !text(key, "state", "").equals("erased")) {
                export(call(door, "GET", text(key, "id", ""), "manifest"));
                written++;
            }
        }
        if (json) {
            printJson(object().put("exported", written));
        } else {
            context.console().line("%d exported.".formatted(written));
        }
        return ExitCode.OK;
    }

    private void export(ObjectNode manifest) throws CommandFailure {
        try {
            ManifestFiles.write(folder.toAbsolutePath(), manifest);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, "FOLDER: cannot be written: " + e.getMessage());
        }
    }
}
