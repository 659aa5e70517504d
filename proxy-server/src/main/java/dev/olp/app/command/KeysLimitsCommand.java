package dev.olp.app.command;

import dev.olp.auth.ApiKey;
import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.limits.Limit;
import dev.olp.limits.OwnLimits;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code olp keys limits}: shows or changes what one key has instead of the defaults, from the next request on. */
@Command(
        name = "limits",
        description = {
            "Show or change a key's own limits, from the next request on.",
            "A number is its own limit, \"none\" lifts the default, \"default\" brings it back."
        })
final class KeysLimitsCommand extends HomeCommand {
    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    private final Map<Limit, String> wishes = new EnumMap<>(Limit.class);

    @Option(names = "--clear", description = "Take all own limits away first: the defaults hold again.")
    boolean clear;

    KeysLimitsCommand(CommandContext context) {
        super(context);
    }

    @Option(names = "--requests-per-minute", paramLabel = "N", description = "Requests begun in any minute.")
    void requestsPerMinute(String value) {
        wishes.put(Limit.REQUESTS_PER_MINUTE, value);
    }

    @Option(names = "--requests-per-day", paramLabel = "N", description = "Requests in a day.")
    void requestsPerDay(String value) {
        wishes.put(Limit.REQUESTS_PER_DAY, value);
    }

    @Option(names = "--requests-per-week", paramLabel = "N", description = "Requests in a week, from Monday.")
    void requestsPerWeek(String value) {
        wishes.put(Limit.REQUESTS_PER_WEEK, value);
    }

    @Option(names = "--requests-per-month", paramLabel = "N", description = "Requests in a calendar month.")
    void requestsPerMonth(String value) {
        wishes.put(Limit.REQUESTS_PER_MONTH, value);
    }

    @Option(names = "--tokens-per-day", paramLabel = "N", description = "Input and output tokens in a day.")
    void tokensPerDay(String value) {
        wishes.put(Limit.TOKENS_PER_DAY, value);
    }

    @Option(names = "--tokens-per-month", paramLabel = "N", description = "Input and output tokens in a month.")
    void tokensPerMonth(String value) {
        wishes.put(Limit.TOKENS_PER_MONTH, value);
    }

    @Option(names = "--usd-per-month", paramLabel = "N", description = "US dollars in a month, such as 20 or 7.50.")
    void usdPerMonth(String value) {
        wishes.put(Limit.USD_PER_MONTH, value);
    }

    @Option(names = "--concurrent", paramLabel = "N", description = "Requests at a time.")
    void concurrent(String value) {
        wishes.put(Limit.CONCURRENT, value);
    }

    @Override
    int run() throws ConfigException, UsageException {
        Home home = Home.open(context.environment());
        SqliteDatabase database = SqliteDatabase.open(home.database(), Schema.KEYS);
        try (SqliteKeyStore keys = new SqliteKeyStore(database, () -> "")) {
            ApiKey key = keys.find(idOrName)
                    .orElseThrow(() -> new UsageException("There is no key of that id or name; see `olp keys list`."));
            SqliteKeyLimits limits = new SqliteKeyLimits(database);
            OwnLimits before = limits.of(key.id());
            OwnLimits after = LimitTexts.changed(clear ? OwnLimits.NONE : before, wishes);
            if (!after.equals(before)) {
                limits.set(key.id(), after);
            }
            show(key, after);
        }
        return ExitCode.OK;
    }

    private void show(ApiKey key, OwnLimits own) {
        if (json) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("id", key.id());
            map.put("name", key.name());
            map.put("limits", LimitTexts.json(own));
            printJson(map);
            return;
        }
        for (Limit limit : Limit.values()) {
            context.console().line("%-20s %s".formatted(limit.spelled(), LimitTexts.text(own, limit)));
        }
    }
}
