package dev.olp.app.command;

import dev.olp.app.command.ManifestFiles.Unusable;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys import}: takes keys over, so that the same tokens stay valid. Each by itself: one that is bad keeps no other. */
@Command(
        name = "import",
        description = {
            "Take keys over from FOLDER/keys/<id>/manifest.json; their tokens stay valid.",
            "Says what was left out and why, and ends with 2 if anything was."
        })
final class KeysImportCommand extends KeysSubcommand {
    private static final int EVERY = 10;

    @Parameters(paramLabel = "FOLDER", description = "The other installation's home, or a folder that was exported.")
    Path folder = Path.of("");

    @Option(
            names = "--advertise",
            description = "Take over the readable token (plaintext_advertise) of an advertised key too.")
    boolean advertise;

    KeysImportCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode report = object();
        ArrayNode imported = report.putArray("imported");
        ArrayNode skipped = report.putArray("skipped");
        try (Progress progress = new Progress(context.console(), true, "keys looked at", EVERY)) {
            for (Path keyFolder : ManifestFiles.folders(folder)) {
                progress.step();
                String name = printable(keyFolder.getFileName().toString());
                try {
                    imported.add(take(door, keyFolder));
                } catch (Unusable | UsageException e) {
                    skipped.addObject().put("folder", name).put("reason", printable(String.valueOf(e.getMessage())));
                }
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, "FOLDER: cannot be read: " + e.getMessage());
        }
        if (json) {
            printJson(report);
        } else {
            tell(imported, skipped);
        }
        return skipped.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private ObjectNode take(ManagementDoor door, Path keyFolder) throws Unusable, UsageException, CommandFailure {
        ObjectNode body = object();
        body.set("manifest", ManifestFiles.read(keyFolder));
        if (advertise) {
            body.put("advertise", true);
        }
        ObjectNode key = call(door, "POST", body, "import");
        ObjectNode taken = object().put("id", text(key, "id", "")).put("name", text(key, "name", ""));
        taken.set("ignored", key.path("ignored"));
        taken.set("unknown_accounts", key.path("unknown_accounts"));
        return taken;
    }

    private void tell(ArrayNode imported, ArrayNode skipped) {
        for (JsonNode key : imported) {
            String ignored = key.path("ignored").isEmpty()
                    ? ""
                    : "; without " + printable(key.path("ignored").toString());
            context.console()
                    .line("Imported %s (%s)%s."
                            .formatted(
                                    key.path("name").asString(""),
                                    key.path("id").asString(""),
                                    ignored));
            key.path("unknown_accounts")
                    .properties()
                    .forEach(account -> context.console()
                            .note(
                                    "%s is bound to an account that is not here yet: `olp login %s --account %s` makes it."
                                            .formatted(
                                                    key.path("name").asString(""),
                                                    account.getKey(),
                                                    account.getValue().asString(""))));
        }
        for (JsonNode left : skipped) {
            context.console()
                    .note("Left out %s: %s"
                            .formatted(
                                    left.path("folder").asString(""),
                                    left.path("reason").asString("")));
        }
        context.console().line("%d imported, %d left out.".formatted(imported.size(), skipped.size()));
    }

    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }
}
