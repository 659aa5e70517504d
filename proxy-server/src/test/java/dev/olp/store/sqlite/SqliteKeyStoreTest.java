package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.auth.KeyStore;
import dev.olp.auth.KeyStoreContract;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class SqliteKeyStoreTest implements KeyStoreContract {
    @TempDir
    Path folder;

    private final List<SqliteKeyStore> opened = new ArrayList<>();

    @BeforeEach
    void open() {
        opened.add(handle());
    }

    @AfterEach
    void close() {
        opened.forEach(SqliteKeyStore::close);
    }

    @Override
    public KeyStore store() {
        return opened.getFirst();
    }

    @Override
    public KeyStore anotherHandle() {
        opened.add(handle());
        return opened.getLast();
    }

    /** Each on a connection of its own, as servers on one database would be. */
    @Test
    void of_many_who_use_a_code_at_once_one_gets_a_token() throws Exception {
        String id = store().create("Ada", Tier.GUEST, Tokens.hash("nobodys"), null, NOW)
                .id();
        for (int round = 0; round < 5; round++) {
            byte[] code = Tokens.hash("code " + round);
            store().invite(id, code, NOW.plusSeconds(60));
            try (ExecutorService pool = Executors.newFixedThreadPool(6)) {
                List<Callable<Boolean>> tries = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    KeyStore own = anotherHandle();
                    String token = "round " + round + " try " + i;
                    tries.add(() -> own.redeem(code, token, NOW).isPresent());
                }
                int won = 0;
                for (Future<Boolean> one : pool.invokeAll(tries)) {
                    won += one.get() ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
            }
        }
    }

    private SqliteKeyStore handle() {
        return new SqliteKeyStore(
                SqliteDatabase.open(folder.resolve("olp.db"), Schema.KEYS),
                new Tokens(new SecureRandom())::createKeyId);
    }
}
