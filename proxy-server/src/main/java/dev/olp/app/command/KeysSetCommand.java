package dev.olp.app.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys set}: other terms for a key, from the next request on. */
@Command(name = "set", description = "Change what a key may do, from the next request on.")
final class KeysSetCommand extends KeysSubcommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    @Option(names = "--name", paramLabel = "NAME", description = "Another name.")
    @Nullable
    String name;

    @Mixin
    TermsOptions terms = new TermsOptions();

    KeysSetCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode body = object();
        if (name != null) {
            body.put("name", name);
        }
        terms.into(body, context.clock().instant());
        if (body.isEmpty()) {
            throw new UsageException("Say what to change: see `olp keys set --help`.");
        }
        ObjectNode key = call(door, "PATCH", body, id(door, idOrName));
        if (json) {
            printJson(key);
        } else {
            context.console().line("Changed %s (%s).".formatted(text(key, "name", ""), text(key, "id", "")));
        }
        return ExitCode.OK;
    }
}
