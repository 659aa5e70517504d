package dev.olp.store.sqlite;

import dev.olp.limits.Limit;
import dev.olp.limits.OwnLimits;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Between {@link OwnLimits} and the columns of {@code key_limit}, one for each {@link Limit} in its order. */
final class LimitColumns {
    private static final long LIFTED = -1;
    private static final Limit[] LIMITS = Limit.values();

    static final int COUNT = LIMITS.length;

    private LimitColumns() {}

    /** Column names with a prefix such as {@code l.}. */
    static String names(String prefix) {
        return Stream.of(LIMITS).map(limit -> prefix + limit.spelled()).collect(Collectors.joining(", "));
    }

    static OwnLimits read(ResultSet row, int first) throws SQLException {
        Map<Limit, Long> amounts = null;
        Set<Limit> lifted = null;
        for (int i = 0; i < LIMITS.length; i++) {
            long value = row.getLong(first + i);
            if (value == LIFTED) {
                lifted = lifted == null ? EnumSet.noneOf(Limit.class) : lifted;
                lifted.add(LIMITS[i]);
            } else if (value > 0) { // NULL reads as 0
                amounts = amounts == null ? new EnumMap<>(Limit.class) : amounts;
                amounts.put(LIMITS[i], value);
            }
        }
        return amounts == null && lifted == null
                ? OwnLimits.NONE
                : new OwnLimits(amounts == null ? Map.of() : amounts, lifted == null ? Set.of() : lifted);
    }

    static void bind(PreparedStatement statement, int first, OwnLimits limits) throws SQLException {
        for (int i = 0; i < LIMITS.length; i++) {
            Long amount = limits.amounts().get(LIMITS[i]);
            if (amount != null) {
                statement.setLong(first + i, amount);
            } else if (limits.lifted().contains(LIMITS[i])) {
                statement.setLong(first + i, LIFTED);
            } else {
                statement.setNull(first + i, Types.INTEGER);
            }
        }
    }
}
