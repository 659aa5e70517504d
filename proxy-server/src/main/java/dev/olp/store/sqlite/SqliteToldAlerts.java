package dev.olp.store.sqlite;

import dev.olp.alerts.ToldStore;
import dev.olp.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the operator was told of, in {@code olp.db}. */
public final class SqliteToldAlerts implements ToldStore {
    private static final Logger log = LoggerFactory.getLogger(SqliteToldAlerts.class);

    private final SqliteDatabase database;

    /** @param database of {@link Schema#USAGE}; not closed here */
    public SqliteToldAlerts(SqliteDatabase database) {
        this.database = database;
    }

    @Override
    public Map<String, Told> load(Instant now) {
        return database.write(connection -> {
            try (PreparedStatement forget = connection.prepareStatement("DELETE FROM told_alert WHERE until <= ?")) {
                forget.setLong(1, now.toEpochMilli());
                forget.executeUpdate();
            }
            Map<String, Told> all = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement("SELECT subject, at, until FROM told_alert");
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    all.put(
                            rows.getString(1),
                            new Told(Instant.ofEpochMilli(rows.getLong(2)), Instant.ofEpochMilli(rows.getLong(3))));
                }
            }
            return all;
        });
    }

    @Override
    public void save(String what, Told told) {
        try {
            database.write(connection -> {
                try (PreparedStatement save = connection.prepareStatement(
                        "INSERT OR REPLACE INTO told_alert (subject, at, until) VALUES (?, ?, ?)")) {
                    Columns.bind(
                            save, what, told.at().toEpochMilli(), told.until().toEpochMilli());
                    return save.executeUpdate();
                }
            });
        } catch (StoreException e) {
            log.atError().setCause(e).log("what the operator was told of could not be written down");
        }
    }
}
