package dev.olp.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys list}. */
@Command(name = "list", description = "List all keys, without their tokens.")
final class KeysListCommand extends KeysSubcommand {
    @Mixin
    private Paging paging = new Paging();

    KeysListCommand(CommandContext context) {
        super(context);
    }

    @Override
    Paging paging() {
        return paging;
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode all = call(door, "GET");
        if (json) {
            printJson(all);
        } else if (all.path("keys").isEmpty()) {
            context.console().note("There is no key yet: make the owner's with `olp keys create --owner`.");
        } else {
            context.console().line(row("ID", "NAME", "TIER", "STATE", "LAST USED"));
            for (ObjectNode key : keys(all)) {
                context.console()
                        .line(row(
                                text(key, "id", ""),
                                text(key, "name", ""),
                                text(key, "tier", ""),
                                text(key, "state", ""),
                                text(key, "last_used_at", "never")));
            }
        }
        return ExitCode.OK;
    }

    private static String row(String id, String name, String tier, String state, String used) {
        return "%-21s %-24s %-6s %-8s %s".formatted(id, name, tier, state, used);
    }
}
