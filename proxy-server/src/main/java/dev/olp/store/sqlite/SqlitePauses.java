package dev.olp.store.sqlite;

import dev.olp.provider.Fault;
import dev.olp.routing.pauses.Account;
import dev.olp.routing.pauses.Pause;
import dev.olp.routing.pauses.PauseStore;
import dev.olp.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses in {@code olp.db}: a row for each account that has one. */
public final class SqlitePauses implements PauseStore {
    private static final Logger log = LoggerFactory.getLogger(SqlitePauses.class);

    private static final String SAVE = """
            INSERT OR REPLACE INTO pause (provider, account, kind, reset_at, since, until, times, mark)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    private final SqliteDatabase database;

    /** @param database of {@link Schema#USAGE}; not closed here */
    public SqlitePauses(SqliteDatabase database) {
        this.database = database;
    }

    @Override
    public List<Pause> all() {
        return database.read(connection -> {
            List<Pause> pauses = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement("SELECT * FROM pause");
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    pauses.add(pause(rows));
                }
            }
            return pauses;
        });
    }

    @Override
    public void save(Pause pause) {
        change(
                SAVE,
                pause.account().provider(),
                pause.account().name(),
                pause.kind().name(),
                Columns.millis(pause.reset()),
                pause.since().toEpochMilli(),
                pause.until().toEpochMilli(),
                pause.times(),
                pause.mark());
    }

    @Override
    public void remove(Account account) {
        change("DELETE FROM pause WHERE provider = ? AND account = ?", account.provider(), account.name());
    }

    private void change(String sql, @Nullable Object... values) {
        try {
            database.write(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    Columns.bind(statement, values);
                    return statement.executeUpdate();
                }
            });
        } catch (StoreException e) {
            log.atError().setCause(e).log("what is remembered of an account could not be written down");
        }
    }

    private static Pause pause(ResultSet row) throws SQLException {
        return new Pause(
                new Account(row.getString("provider"), row.getString("account")),
                Fault.Kind.valueOf(row.getString("kind")),
                Columns.instant(row, "reset_at"),
                Instant.ofEpochMilli(row.getLong("since")),
                Instant.ofEpochMilli(row.getLong("until")),
                row.getInt("times"),
                row.getString("mark"));
    }
}
