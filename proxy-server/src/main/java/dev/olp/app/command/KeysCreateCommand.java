package dev.olp.app.command;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import dev.olp.config.ConfigException;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code olp keys create}: makes a key and prints its token, once and never again. */
@Command(name = "create", description = "Make a key and print its token, once. A guest's, unless --owner is given.")
final class KeysCreateCommand extends HomeCommand {
    @ArgGroup
    @Nullable
    TierChoice tier;

    @Option(names = "--name", paramLabel = "NAME", description = "For people; the tier's name if left out.")
    @Nullable
    String name;

    @Option(
            names = "--expires",
            paramLabel = "WHEN",
            description = "A span (12h, 30d), a date (UTC) or a time; never, if left out.")
    @Nullable
    String expires;

    KeysCreateCommand(CommandContext context) {
        super(context);
    }

    /** One of the two. */
    static final class TierChoice {
        @Option(names = "--owner", description = "May do everything, management included.")
        boolean owner;

        @Option(names = "--guest", description = "May send requests.")
        boolean guest;
    }

    @Override
    int run() throws ConfigException, UsageException {
        Instant now = context.clock().instant();
        Tier chosen = tier != null && tier.owner ? Tier.OWNER : Tier.GUEST;
        String named = name != null ? name : chosen == Tier.OWNER ? "owner" : "guest";
        Instant end = expires == null ? null : Expiry.parse(expires, now);
        String token = new Tokens(context.random()).create();
        try (SqliteKeyStore keys = KeysCommand.open(context)) {
            show(keys.create(named, chosen, Tokens.hash(token), end, now), token, now);
        } catch (IllegalArgumentException refused) {
            throw new UsageException("--" + refused.getMessage());
        }
        return ExitCode.OK;
    }

    private void show(ApiKey key, String token, Instant now) {
        if (json) {
            Map<String, @Nullable Object> map = KeyJson.of(key, now);
            map.put("token", token);
            printJson(map);
            return;
        }
        context.console().line(token);
        context.console()
                .note("The %s key \"%s\" (%s). Keep the token: it is not stored and cannot be shown again."
                        .formatted(KeyJson.tier(key), key.name(), key.id()));
    }
}
