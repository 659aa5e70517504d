package dev.olp.app.command;

import dev.olp.auth.ApiKey;
import dev.olp.config.ConfigException;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;

/** {@code olp keys list}. */
@Command(name = "list", description = "List all keys, oldest first, revoked ones included.")
final class KeysListCommand extends HomeCommand {
    KeysListCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException {
        Instant now = context.clock().instant();
        List<ApiKey> all;
        try (SqliteKeyStore keys = KeysCommand.open(context)) {
            all = keys.list();
        }
        if (json) {
            printJson(
                    Map.of("keys", all.stream().map(key -> KeyJson.of(key, now)).toList()));
        } else if (all.isEmpty()) {
            context.console().note("There is no key yet: make the owner's with `olp keys create --owner`.");
        } else {
            context.console().line(row("ID", "NAME", "TIER", "STATE", "LAST USED"));
            for (ApiKey key : all) {
                String used = key.lastUsedAt() == null ? "never" : Objects.toString(key.lastUsedAt());
                context.console().line(row(key.id(), key.name(), KeyJson.tier(key), KeyJson.state(key, now), used));
            }
        }
        return ExitCode.OK;
    }

    private static String row(String id, String name, String tier, String state, String used) {
        return "%-21s %-24s %-6s %-8s %s".formatted(id, name, tier, state, used);
    }
}
