package dev.olp.store.sqlite;

import dev.olp.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Turns SQLite's faults into one line that tells an operator what to do. */
final class Failures {
    private Failures() {}

    static StoreException of(Path file, SQLException failure) {
        String remedy = switch (primaryCode(failure)) {
            case SQLITE_NOTADB, SQLITE_CORRUPT ->
                "is damaged or not a database: restore it from a backup, or move it away to start with an empty one";
            case SQLITE_BUSY, SQLITE_LOCKED -> "is locked by another process: try again when that has ended";
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
                "cannot be opened or written: check who owns it and its folder";
            case SQLITE_FULL -> "cannot be written: the disk is full";
            default -> "could not be used";
        };
        return new StoreException("%s %s (%s)".formatted(file, remedy, firstLine(failure.getMessage())), failure);
    }

    /** The kind of fault in one word, for a health page. */
    static String word(SQLException failure) {
        return switch (primaryCode(failure)) {
            case SQLITE_NOTADB, SQLITE_CORRUPT -> "damaged";
            case SQLITE_BUSY, SQLITE_LOCKED -> "locked";
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM -> "read_only";
            case SQLITE_FULL -> "full";
            default -> "failed";
        };
    }

    static boolean isUniqueViolation(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE;
    }

    static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("").strip();
    }

    /** Extended codes carry more in their upper bits; the low byte is the kind. */
    private static SQLiteErrorCode primaryCode(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & 0xff)
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }
}
