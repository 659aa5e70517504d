package dev.olp.store.sqlite;

import java.sql.SQLException;

/** Work on a connection or a row. */
@FunctionalInterface
interface SqlFunction<T, R> {
    R apply(T argument) throws SQLException;
}
