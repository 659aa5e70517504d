package dev.olp.store.sqlite;

import dev.olp.limits.KeyUsage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of one transaction: each key's is read once, and written once at the end. */
final class UsageBatch {
    private final Statements statements;
    private final Map<String, UsageRows.Row> rows = new HashMap<>();
    private final Map<String, KeyUsage> changed = new LinkedHashMap<>();

    private UsageBatch(Statements statements) {
        this.statements = statements;
    }

    UsageRows.Row find(String keyId) throws SQLException {
        UsageRows.Row known = rows.get(keyId);
        if (known == null) {
            known = only(statements.select, keyId);
            rows.put(keyId, known);
        }
        return known;
    }

    void save(String keyId, KeyUsage usage) throws SQLException {
        rows.put(keyId, new UsageRows.Row(usage, find(keyId).limits()));
        changed.put(keyId, usage);
    }

    static UsageRows.Row only(PreparedStatement select, String keyId) throws SQLException {
        select.setString(1, keyId);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            return UsageRows.read(row);
        }
    }

    private record Statements(PreparedStatement select, PreparedStatement replace) {}

    /** Kept prepared, for the one writer connection: compiling costs several times what running does. */
    static final class Maker implements GroupCommit.Shared<UsageBatch> {
        private @Nullable Statements statements;

        @Override
        public UsageBatch begin(Connection connection) throws SQLException {
            Statements known = statements;
            if (known == null) {
                known = new Statements(
                        connection.prepareStatement(UsageRows.SELECT), connection.prepareStatement(UsageRows.REPLACE));
                statements = known;
            }
            return new UsageBatch(known);
        }

        @Override
        public void end(UsageBatch batch) throws SQLException {
            for (Map.Entry<String, KeyUsage> each : batch.changed.entrySet()) {
                UsageRows.bind(batch.statements.replace, each.getKey(), each.getValue());
                batch.statements.replace.executeUpdate();
            }
        }
    }
}
