package dev.olp.store.sqlite;

import dev.olp.auth.KeyStore;
import dev.olp.auth.KeyStoreContract;
import dev.olp.auth.Tokens;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class SqliteKeyStoreTest extends KeyStoreContract {
    @TempDir
    Path folder;

    private final List<SqliteKeyStore> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(SqliteKeyStore::close);
    }

    @Override
    protected KeyStore open() {
        SqliteKeyStore store = new SqliteKeyStore(
                SqliteDatabase.open(folder.resolve("olp.db"), Schema.KEYS),
                new Tokens(new SecureRandom())::createKeyId);
        opened.add(store);
        return store;
    }

    @Override
    protected KeyStore openAgain() {
        return open();
    }
}
