package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeLockTest {
    @TempDir
    Path folder;

    private Home home;

    @BeforeEach
    void openHome() throws ConfigException {
        home = Home.open(Map.of("OLP_HOME", folder.resolve("olp").toString()));
    }

    @Test
    void only_one_has_it_at_a_time() throws IOException {
        try (HomeLock lock = HomeLock.tryTake(home).orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(HomeLock.take(home, Duration.ofMillis(1))).isEmpty();
        }
        HomeLock again = HomeLock.take(home, Duration.ofSeconds(10)).orElseThrow();
        again.close();
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(home.root().resolve("lock"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_server_is_found_while_it_runs_and_one_that_crashed_is_not() throws IOException {
        RunningServer server = new RunningServer("http://127.0.0.1:1", "secret", 7, List.of("ab"));
        HomeLock lock = HomeLock.tryTake(home).orElseThrow();
        server.announce(home);

        assertThat(RunningServer.find(home)).contains(server);
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(home.root().resolve("server.json"))))
                .isEqualTo("rw-------");
        assertThat(server.toString()).doesNotContain("secret");
        lock.close();
        assertThat(RunningServer.find(home)).isEmpty();

        server.announce(home);
        HomeLock.tryTake(home).orElseThrow().close();
        assertThat(RunningServer.find(home)).isEmpty();
    }

    @Test
    void what_is_no_such_file_is_no_server() throws IOException {
        Path file = home.root().resolve("server.json");
        Files.writeString(file, "{\"url\":");
        assertThat(RunningServer.find(home)).isEmpty();
        Files.writeString(file, "x".repeat(5000));
        assertThat(RunningServer.find(home)).isEmpty();
        Files.delete(file);
        Files.createSymbolicLink(file, Files.writeString(folder.resolve("other"), "{\"url\":\"http://192.0.2.1\"}"));
        assertThat(RunningServer.find(home)).isEmpty();
    }
}
