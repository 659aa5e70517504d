package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.olp.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SqliteDatabaseTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Schema.class)
    void every_file_of_a_database_is_ours_alone(Schema schema) throws IOException {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("x.db"), schema)) {
            database.write(connection -> execute(connection, "CREATE TABLE extra (a)"));
            try (Stream<Path> files = Files.list(folder)) {
                List<Path> all = files.toList();
                assertThat(all)
                        .extracting(file -> file.getFileName().toString())
                        .contains("x.db", "x.db-wal", "x.db-shm");
                for (Path file : all) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo("rw-------");
                }
            }
        }
    }

    @Test
    void rights_of_others_on_an_existing_file_are_taken_away() throws IOException {
        Path file = Files.createFile(
                folder.resolve("x.db"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        SqliteDatabase.open(file, Schema.KEYS).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @EnumSource(Schema.class)
    void the_newest_migration_sets_the_version_that_the_code_expects(Schema schema) throws SQLException {
        Path file = folder.resolve("x.db");
        SqliteDatabase.open(file, schema).close();

        try (Connection connection = Connections.reader(file)) {
            assertThat(Connections.userVersion(connection)).isEqualTo(schema.version());
        }
    }

    @Test
    void both_connections_are_set_up_as_promised() {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("x.db"), Schema.KEYS)) {
            assertThat(database.<String>write(connection -> pragma(connection, "journal_mode")))
                    .isEqualTo("wal");
            assertThat(database.<String>write(connection -> pragma(connection, "synchronous")))
                    .isEqualTo("2");
            Map.of("foreign_keys", "1", "busy_timeout", "5000").forEach((name, value) -> {
                assertThat(database.<String>read(connection -> pragma(connection, name)))
                        .isEqualTo(value);
                assertThat(database.<String>write(connection -> pragma(connection, name)))
                        .isEqualTo(value);
            });
        }
    }

    @Test
    void the_reader_cannot_write() {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("x.db"), Schema.KEYS)) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> database.read(connection -> execute(connection, "DELETE FROM api_key")))
                    .withMessageContaining("cannot be opened or written");
        }
    }

    @Test
    void a_write_that_fails_half_way_leaves_nothing() {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("x.db"), Schema.KEYS)) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> database.write(connection -> {
                        execute(
                                connection,
                                "INSERT INTO api_key (id, name, tier, token_hash, created_at) VALUES ('a','a','owner',zeroblob(32),0)");
                        return execute(connection, "INSERT INTO nowhere VALUES (1)");
                    }));
            assertThat(database.<String>read(connection -> first(connection, "SELECT count(*) FROM api_key")))
                    .isEqualTo("0");
            assertThat(database.<Integer>write(connection -> execute(connection, "DELETE FROM api_key")))
                    .isZero();
        }
    }

    @Test
    void a_database_of_a_newer_olp_is_refused_and_left_alone() throws SQLException {
        Path file = folder.resolve("x.db");
        int newer = Schema.KEYS.version() + 1;
        SqliteDatabase.open(file, Schema.KEYS).close();
        try (Connection connection = DriverManager.getConnection(Connections.url(file))) {
            execute(connection, "PRAGMA user_version = " + newer);
        }

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteDatabase.open(file, Schema.KEYS))
                .withMessage(
                        "%s was written by a newer OLP (schema %d, this one knows up to %d): update OLP, or restore a backup",
                        file, newer, Schema.KEYS.version());
    }

    @Test
    void a_file_that_is_no_database_is_refused_in_one_line() throws IOException {
        Path file = folder.resolve("x.db");
        Files.write(
                file,
                "this is not a database at all, but long enough to have a header\n"
                        .repeat(50)
                        .getBytes(StandardCharsets.US_ASCII));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteDatabase.open(file, Schema.KEYS))
                .withMessageStartingWith(file + " is damaged or not a database: restore it from a backup")
                .satisfies(failure ->
                        assertThat(String.valueOf(failure.getMessage()).lines()).hasSize(1));
        assertThat(Files.readString(file)).startsWith("this is not a database");
    }

    @Test
    void a_damaged_database_is_refused_in_one_line() throws IOException, SQLException {
        Path file = folder.resolve("x.db");
        try (SqliteDatabase database = SqliteDatabase.open(file, Schema.KEYS)) {
            database.write(connection -> {
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO api_key (id, name, tier, token_hash, created_at) VALUES (?, ?, 'guest', randomblob(32), 0)")) {
                    for (int i = 0; i < 500; i++) {
                        insert.setString(1, "id" + i);
                        insert.setString(2, "name" + i);
                        insert.executeUpdate();
                    }
                    return 0;
                }
            });
        }
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 4096; i < bytes.length; i++) {
            bytes[i] = (byte) 0xA5;
        }
        Files.write(file, bytes);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> {
                    try (SqliteKeyStore keys =
                            new SqliteKeyStore(SqliteDatabase.open(file, Schema.KEYS), () -> "unused")) {
                        keys.list();
                    }
                })
                .withMessageContaining("is damaged or not a database")
                .satisfies(failure ->
                        assertThat(String.valueOf(failure.getMessage()).lines()).hasSize(1));
    }

    @Test
    void a_folder_in_its_place_is_refused() throws IOException {
        Path file = Files.createDirectory(folder.resolve("x.db"));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteDatabase.open(file, Schema.KEYS))
                .withMessage(file + " is not a file: move it away");
    }

    @Test
    void a_foreign_database_is_refused() throws SQLException {
        Path file = folder.resolve("x.db");
        try (Connection connection = DriverManager.getConnection(Connections.url(file))) {
            execute(connection, "CREATE TABLE somebody_elses (a)");
        }

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteDatabase.open(file, Schema.KEYS))
                .withMessageContaining("could not be migrated")
                .satisfies(failure ->
                        assertThat(String.valueOf(failure.getMessage()).lines()).hasSize(1));
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        return first(connection, "PRAGMA " + name);
    }

    private static String first(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }
}
