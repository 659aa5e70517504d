package dev.olp.store.sqlite;

import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A JVM of its own on a test's database. Reads commands, one a line, and answers each with a line: {@code create NAME},
 * {@code revoke NAME}, {@code rotate NAME}, {@code find NAME} (a key's token is its name).
 */
final class OtherProcess {
    private OtherProcess() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Path file = Path.of(arguments[0]);
        try (SqliteKeyStore keys =
                        new SqliteKeyStore(SqliteDatabase.open(file, Schema.KEYS), () -> "id " + System.nanoTime());
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String name = line.substring(line.indexOf(' ') + 1);
                out.println(answer(keys, line.substring(0, line.indexOf(' ')), name));
            }
        }
    }

    private static String answer(SqliteKeyStore keys, String command, String name) {
        return switch (command) {
            case "create" ->
                keys.create(name, Tier.GUEST, Tokens.hash(name), null, Instant.EPOCH)
                        .name();
            case "revoke" -> keys.revoke(name, Instant.EPOCH).isPresent() ? "revoked" : "none";
            case "rotate" -> rotate(keys, name);
            case "find" ->
                keys.findByHash(Tokens.hash(name), Instant.EPOCH)
                        .map(key -> key.revokedAt() == null ? "valid" : "revoked")
                        .orElse("none");
            default -> "unknown command";
        };
    }

    /** Its new token is its name with a count behind it. */
    private static String rotate(SqliteKeyStore keys, String name) {
        return keys.find(name)
                .flatMap(key -> keys.rotate(
                        key.id(), name + " " + System.nanoTime(), Instant.EPOCH.plusSeconds(60), Instant.EPOCH))
                .map(key -> "rotated")
                .orElse("none");
    }
}
