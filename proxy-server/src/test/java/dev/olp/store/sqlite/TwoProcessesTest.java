package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two JVMs on one {@code olp.db}, as a server and `olp keys` are. */
@Timeout(60)
class TwoProcessesTest {
    @TempDir
    Path folder;

    private Process process;
    private Writer toOther;
    private BufferedReader fromOther;
    private SqliteKeyStore ours;

    @BeforeEach
    void startBothOnAnEmptyFile() throws IOException {
        Path file = folder.resolve("olp.db");
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        toOther = process.outputWriter(StandardCharsets.UTF_8);
        fromOther = process.inputReader(StandardCharsets.UTF_8);
        AtomicInteger ids = new AtomicInteger();
        // both migrate at about the same time
        ours = new SqliteKeyStore(SqliteDatabase.open(file, Schema.KEYS), () -> "ours " + ids.incrementAndGet());
        awaitReady();
    }

    @AfterEach
    void endBoth() throws IOException, InterruptedException {
        ours.close();
        toOther.close();
        if (!process.waitFor(Duration.ofSeconds(20))) {
            process.destroyForcibly().waitFor();
        }
        fromOther.close();
    }

    @Test
    void what_one_does_the_other_sees_at_once() throws IOException {
        assertThat(ask("create theirs")).isEqualTo("theirs");
        assertThat(ours.findByHash(Tokens.hash("theirs"), Instant.EPOCH))
                .map(ApiKey::name)
                .contains("theirs");

        ours.create("mine", Tier.OWNER, Tokens.hash("mine"), null, Instant.EPOCH);
        assertThat(ask("find mine")).isEqualTo("valid");

        assertThat(ask("revoke mine")).isEqualTo("revoked");
        assertThat(ours.findByHash(Tokens.hash("mine"), Instant.EPOCH)
                        .orElseThrow()
                        .revokedAt())
                .isNotNull();

        ours.revoke("theirs", Instant.EPOCH);
        assertThat(ask("find theirs")).isEqualTo("revoked");
        assertThat(ask("revoke theirs")).isEqualTo("none");
    }

    @Test
    void both_write_and_nothing_is_lost() throws IOException {
        for (int i = 0; i < 50; i++) {
            send("create theirs " + i);
            ours.create("ours " + i, Tier.GUEST, Tokens.hash("ours " + i), null, Instant.EPOCH);
        }
        for (int i = 0; i < 50; i++) {
            assertThat(fromOther.readLine()).isEqualTo("theirs " + i);
        }

        assertThat(ours.list()).hasSize(100);
    }

    /** The other process rotates all the time; whatever comes first, after a revocation no token of the key is good. */
    @Test
    void a_revocation_wins_over_rotations_of_another_process() throws IOException {
        for (int round = 0; round < 30; round++) {
            String name = "round " + round;
            ApiKey key = ours.create(name, Tier.GUEST, Tokens.hash(name), null, Instant.EPOCH);
            for (int i = 0; i < 3; i++) {
                send("rotate " + name);
            }
            ours.revoke(key.id(), Instant.EPOCH);
            byte[] inForce = ours.tokenHash(key.id()).orElseThrow();
            assertThat(ours.findByHash(inForce, Instant.EPOCH).orElseThrow().revokedAt())
                    .isEqualTo(Instant.EPOCH);

            for (int i = 0; i < 3; i++) {
                assertThat(fromOther.readLine()).isIn("rotated", "none");
            }
            assertThat(ours.tokenHash(key.id()).orElseThrow()).isEqualTo(inForce);
            assertThat(ask("find " + name)).isNotEqualTo("valid");
        }
    }

    private String ask(String command) throws IOException {
        send(command);
        return fromOther.readLine();
    }

    private void send(String command) throws IOException {
        toOther.write(command + "\n");
        toOther.flush();
    }

    /** The log's lines may come first. */
    private void awaitReady() throws IOException {
        String line = fromOther.readLine();
        while (line != null && !line.equals("ready")) {
            line = fromOther.readLine();
        }
        assertThat(line).isEqualTo("ready");
    }
}
