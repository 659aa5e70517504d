/**
 * The stores on SQLite: {@code olp.db} and {@code audit.db} in the home. The only place with SQL. One writer connection
 * and one reader connection per database and process, so there is nothing to pool; see {@link
 * dev.olp.store.sqlite.SqliteDatabase}.
 */
@NullMarked
package dev.olp.store.sqlite;

import org.jspecify.annotations.NullMarked;
