package dev.olp.app.command;

import dev.olp.app.AuditSetup;
import dev.olp.auth.Tokens;
import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import dev.olp.config.HomeLock;
import dev.olp.config.OlpConfig;
import dev.olp.logins.KnownAccounts;
import dev.olp.logins.LoginPlaces;
import dev.olp.management.KeysApi;
import dev.olp.registry.ModelRegistry;
import dev.olp.registry.RegistryException;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.wire.ApiException;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import tools.jackson.databind.node.ObjectNode;

/** The home, opened by this command; nobody else can meanwhile. */
final class HomeDoor implements ManagementDoor {
    private final HomeLock lock;
    private final SqliteKeyStore keys;
    private final KeysApi api;

    private HomeDoor(HomeLock lock, SqliteKeyStore keys, KeysApi api) {
        this.lock = lock;
        this.keys = keys;
        this.api = api;
    }

    /** @param lock closed with this door, and at once when it cannot be opened */
    static HomeDoor open(CommandContext context, Home home, HomeLock lock) throws CommandFailure {
        Tokens tokens = new Tokens(context.random());
        try {
            ModelRegistry registry = ModelRegistry.load(home.root());
            SqliteDatabase database = SqliteDatabase.open(home.database(), Schema.KEYS);
            SqliteKeyStore keys = new SqliteKeyStore(database, tokens::createKeyId);
            KeysApi api = new KeysApi(
                    keys,
                    new SqliteKeyLimits(database),
                    registry,
                    provider -> accounts(context, home, provider),
                    tokens,
                    key -> AuditSetup.erase(home, context, key),
                    context.clock());
            return new HomeDoor(lock, keys, api);
        } catch (RegistryException e) {
            release(lock);
            throw new CommandFailure(ExitCode.FAILURE, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            release(lock);
            throw e;
        }
    }

    /** A configuration that cannot be used stops only what needs it. */
    private static SortedSet<String> accounts(CommandContext context, Home home, String provider) {
        try {
            OlpConfig config =
                    ConfigLoader.load(context.environment(), home.root()).config();
            return KnownAccounts.of(provider, config, new LoginPlaces(context.environment(), home.logins()));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public ObjectNode call(String method, List<String> path, ObjectNode body) throws UsageException, CommandFailure {
        try {
            return api.call(method, path.subList(1, path.size()), body).body();
        } catch (ApiException e) {
            String param = e.error().param();
            Refusals.tell(
                    e.error().status(), param == null ? "" : param, e.error().message());
            throw new IllegalStateException("a refusal was not told", e);
        }
    }

    @Override
    public String url() {
        return "";
    }

    @Override
    public void close() throws CommandFailure {
        try {
            keys.close();
        } finally {
            release(lock);
        }
    }

    private static void release(HomeLock lock) throws CommandFailure {
        try {
            lock.close();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, "the home's lock: " + e.getMessage());
        }
    }
}
