package dev.olp.store.sqlite;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Scope;
import dev.olp.auth.Tier;
import dev.olp.isolation.contract.DeploymentTier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keys to rows and back. */
final class KeyRows {
    static final String SELECT = "SELECT id, name, tier, created_at, expires_at, revoked_at, last_used_at, providers,"
            + " models, accounts, min_tier, notes, advertised_token, rotated_at, grace_ends_at, erased_at, token_hash,"
            + " previous_token_hash, revision FROM api_key ";
    static final int HASH_COLUMN = 17;
    static final int PREVIOUS_HASH_COLUMN = 18;
    static final int REVISION_COLUMN = 19;

    private static final String INSERT =
            "INSERT INTO api_key (name, expires_at, providers, models, accounts, min_tier, notes, id, tier, created_at,"
                    + " revoked_at, last_used_at, advertised_token, erased_at, token_hash)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String UPDATE_TERMS = "UPDATE api_key SET name = ?, expires_at = ?, providers = ?, models = ?,"
            + " accounts = ?, min_tier = ?, notes = ? WHERE id = ?";

    private KeyRows() {}

    /** By position: looking a column up by its name is half the cost of a look-up. */
    static ApiKey read(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getString(1),
                new KeyTerms(row.getString(2), Columns.instant(row, 5), scope(row), row.getString(12)),
                Tier.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
                Instant.ofEpochMilli(row.getLong(4)),
                Columns.instant(row, 6),
                Columns.instant(row, 7),
                Columns.instant(row, 14),
                Columns.instant(row, 15),
                row.getString(13),
                Columns.instant(row, 16));
    }

    static void insert(Connection connection, ApiKey key, byte[] tokenHash) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            setTerms(statement, key.terms());
            statement.setString(8, key.id());
            statement.setString(9, key.tier().name().toLowerCase(Locale.ROOT));
            statement.setLong(10, key.createdAt().toEpochMilli());
            setInstant(statement, 11, key.revokedAt());
            setInstant(statement, 12, key.lastUsedAt());
            statement.setString(13, key.advertisedToken());
            setInstant(statement, 14, key.erasedAt());
            statement.setBytes(15, tokenHash);
            statement.executeUpdate();
        }
    }

    static void updateTerms(Connection connection, String id, KeyTerms terms) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(UPDATE_TERMS)) {
            setTerms(statement, terms);
            statement.setString(8, id);
            statement.executeUpdate();
        }
    }

    static void setInstant(PreparedStatement statement, int index, @Nullable Instant at) throws SQLException {
        statement.setObject(index, Columns.millis(at));
    }

    private static void setTerms(PreparedStatement statement, KeyTerms terms) throws SQLException {
        Scope scope = terms.scope();
        statement.setString(1, terms.name());
        setInstant(statement, 2, terms.expiresAt());
        statement.setString(3, joined(scope.providers()));
        statement.setString(4, joined(scope.models()));
        statement.setString(5, joined(scope.accounts()));
        statement.setString(6, scope.insistsOn().map(DeploymentTier::declared).orElse(null));
        statement.setString(7, terms.notes());
    }

    /** The common key, which may do everything, costs nothing. */
    private static Scope scope(ResultSet row) throws SQLException {
        String providers = row.getString(8);
        String models = row.getString(9);
        String accounts = row.getString(10);
        String minTier = row.getString(11);
        return Stream.of(providers, models, accounts, minTier).allMatch(Objects::isNull)
                ? Scope.EVERYTHING
                : new Scope(
                        names(providers),
                        names(models),
                        accounts(accounts),
                        minTier == null ? null : Scope.tier(minTier).orElseThrow());
    }

    private static @Nullable String joined(@Nullable Collection<String> names) {
        return names == null ? null : String.join(",", names);
    }

    private static @Nullable String joined(Map<String, String> accounts) {
        return accounts.isEmpty()
                ? null
                : new TreeMap<>(accounts)
                        .entrySet().stream()
                                .map(account -> account.getKey() + "=" + account.getValue())
                                .collect(Collectors.joining(","));
    }

    private static @Nullable Set<String> names(@Nullable String joined) {
        if (joined == null) {
            return null;
        }
        return joined.isEmpty() ? Set.of() : Set.of(joined.split(",", -1));
    }

    private static Map<String, String> accounts(@Nullable String joined) {
        return joined == null
                ? Map.of()
                : Stream.of(joined.split(",", -1))
                        .map(pair -> pair.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }
}
