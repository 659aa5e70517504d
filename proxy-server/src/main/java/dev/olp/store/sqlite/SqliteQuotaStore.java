package dev.olp.store.sqlite;

import dev.olp.provider.PlanWindow;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaState;
import dev.olp.quota.QuotaStore;
import dev.olp.quota.SeenWindow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plans in {@code olp.db}: a row for each login, and one for each window that was told of it. */
public final class SqliteQuotaStore implements QuotaStore {
    private final SqliteDatabase database;

    /** @param database of {@link Schema#USAGE}; not closed here */
    public SqliteQuotaStore(SqliteDatabase database) {
        this.database = database;
    }

    @Override
    public List<QuotaState> load() {
        return database.read(connection -> {
            Map<PlanAccount, Map<PlanWindow, SeenWindow>> windows = windows(connection);
            List<QuotaState> states = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(QuotaRows.SELECT_PLANS);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    PlanAccount account = QuotaRows.account(rows);
                    states.add(QuotaRows.plan(rows, windows.getOrDefault(account, Map.of())));
                }
            }
            return states;
        });
    }

    private static Map<PlanAccount, Map<PlanWindow, SeenWindow>> windows(Connection connection) throws SQLException {
        Map<PlanAccount, Map<PlanWindow, SeenWindow>> windows = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(QuotaRows.SELECT_WINDOWS);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                windows.computeIfAbsent(QuotaRows.account(rows), account -> new EnumMap<>(PlanWindow.class))
                        .put(QuotaRows.window(rows), QuotaRows.seen(rows));
            }
        }
        return windows;
    }

    @Override
    public void save(Collection<QuotaState> states) {
        database.write(connection -> {
            try (PreparedStatement plan = connection.prepareStatement(QuotaRows.REPLACE_PLAN);
                    PreparedStatement forget = connection.prepareStatement(QuotaRows.DELETE_WINDOWS);
                    PreparedStatement window = connection.prepareStatement(QuotaRows.REPLACE_WINDOW)) {
                for (QuotaState state : states) {
                    QuotaRows.bind(plan, state);
                    plan.executeUpdate();
                    forget.setString(1, state.account().provider());
                    forget.setString(2, state.account().account());
                    forget.executeUpdate();
                    for (Map.Entry<PlanWindow, SeenWindow> each :
                            state.windows().entrySet()) {
                        QuotaRows.bind(window, state.account(), each.getKey(), each.getValue());
                        window.executeUpdate();
                    }
                }
                return states.size();
            }
        });
    }
}
