package dev.olp.store.sqlite;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.QuotaReading.Window;
import dev.olp.quota.DayCount;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaSource;
import dev.olp.quota.QuotaState;
import dev.olp.quota.SeenWindow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of {@code quota_plan} and {@code quota_window}. */
final class QuotaRows {
    static final String SELECT_PLANS = "SELECT provider, account, source, observed_at, representative_claim,"
            + " overage_status, overage_disabled_reason, has_overage, drift, drift_at, requests_day, requests, login FROM quota_plan";
    static final String REPLACE_PLAN = "REPLACE INTO quota_plan (provider, account, source, observed_at,"
            + " representative_claim, overage_status, overage_disabled_reason, has_overage, drift, drift_at,"
            + " requests_day, requests, login) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    static final String SELECT_WINDOWS =
            "SELECT provider, account, label, utilization, resets_at, status, told_at FROM quota_window";
    static final String REPLACE_WINDOW = "REPLACE INTO quota_window (provider, account, label, utilization, resets_at,"
            + " status, told_at) VALUES (?, ?, ?, ?, ?, ?, ?)";

    static final String DELETE_WINDOWS = "DELETE FROM quota_window WHERE provider = ? AND account = ?";

    private QuotaRows() {}

    static PlanAccount account(ResultSet row) throws SQLException {
        return new PlanAccount(row.getString("provider"), row.getString("account"));
    }

    static QuotaState plan(ResultSet row, Map<PlanWindow, SeenWindow> windows) throws SQLException {
        String source = row.getString("source");
        String drift = row.getString("drift");
        return new QuotaState(
                account(row),
                source == null ? null : QuotaSource.of(source),
                Columns.instant(row, "observed_at"),
                windows,
                row.getString("representative_claim"),
                row.getBoolean("has_overage")
                        ? new Overage(row.getString("overage_status"), row.getString("overage_disabled_reason"))
                        : null,
                drift == null ? List.of() : drift.lines().toList(),
                Columns.instant(row, "drift_at"),
                requests(row),
                row.getString("login"));
    }

    private static @Nullable DayCount requests(ResultSet row) throws SQLException {
        Long day = Columns.number(row, "requests_day");
        return day == null ? null : new DayCount(LocalDate.ofEpochDay(day), row.getLong("requests"));
    }

    /** @throws SQLException when the row is of a window that there is not */
    static PlanWindow window(ResultSet row) throws SQLException {
        String label = row.getString("label");
        return Arrays.stream(PlanWindow.values())
                .filter(window -> window.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new SQLException("quota_window has the label " + label));
    }

    static SeenWindow seen(ResultSet row) throws SQLException {
        double utilization = row.getDouble("utilization");
        boolean unknown = row.wasNull();
        return new SeenWindow(
                new Window(unknown ? null : utilization, Columns.instant(row, "resets_at"), row.getString("status")),
                Instant.ofEpochMilli(row.getLong("told_at")));
    }

    static void bind(PreparedStatement replace, QuotaState state) throws SQLException {
        Overage overage = state.overage();
        QuotaSource source = state.source();
        replace.setString(1, state.account().provider());
        replace.setString(2, state.account().account());
        replace.setString(3, source == null ? null : source.label());
        replace.setObject(4, Columns.millis(state.observedAt()));
        replace.setString(5, state.representativeClaim());
        replace.setString(6, overage == null ? null : overage.status());
        replace.setString(7, overage == null ? null : overage.disabledReason());
        replace.setBoolean(8, overage != null);
        replace.setString(9, state.drift().isEmpty() ? null : String.join("\n", state.drift()));
        replace.setObject(10, Columns.millis(state.driftAt()));
        DayCount requests = state.requests();
        replace.setObject(11, requests == null ? null : requests.day().toEpochDay());
        replace.setLong(12, requests == null ? 0 : requests.count());
        replace.setString(13, state.login());
    }

    static void bind(PreparedStatement replace, PlanAccount account, PlanWindow window, SeenWindow seen)
            throws SQLException {
        replace.setString(1, account.provider());
        replace.setString(2, account.account());
        replace.setString(3, window.label());
        replace.setObject(4, seen.told().utilization());
        replace.setObject(5, Columns.millis(seen.told().resetsAt()));
        replace.setString(6, seen.told().status());
        replace.setLong(7, seen.at().toEpochMilli());
    }
}
