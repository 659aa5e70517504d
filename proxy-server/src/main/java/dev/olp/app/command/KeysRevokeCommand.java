package dev.olp.app.command;

import dev.olp.auth.ApiKey;
import dev.olp.config.ConfigException;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code olp keys revoke}: holds from the next request on, in a running server too. */
@Command(name = "revoke", description = "Revoke a key, from the next request on.")
final class KeysRevokeCommand extends HomeCommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    KeysRevokeCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException, UsageException {
        Instant now = context.clock().instant();
        Optional<ApiKey> revoked;
        try (SqliteKeyStore keys = KeysCommand.open(context)) {
            revoked = keys.revoke(idOrName, now);
        }
        ApiKey key = revoked.orElseThrow(
                () -> new UsageException("There is no valid key of that id or name; see `olp keys list`."));
        if (json) {
            printJson(KeyJson.of(key, now));
        } else {
            context.console().line("Revoked %s (%s).".formatted(key.name(), key.id()));
        }
        return ExitCode.OK;
    }
}
