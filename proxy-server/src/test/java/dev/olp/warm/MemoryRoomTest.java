package dev.olp.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryRoomTest {
    private static final long MIB = 1L << 20;

    @TempDir
    Path proc;

    private MemoryRoom room;

    @BeforeEach
    void make() {
        room = new MemoryRoom(proc);
    }

    @ParameterizedTest
    @CsvSource({
        "16000000, 8000000, true, false",
        "16000000, 2100000, false, false",
        "4000000, 3000000, true, true",
        "4000000, 700000, false, true"
    })
    void an_eighth_of_the_memory_stays_for_the_rest(long total, long available, boolean fits, boolean small)
            throws IOException {
        machine(total, available);
        assertThat(room.isFor(1)).isEqualTo(fits);
        assertThat(room.isSmall()).isEqualTo(small);
    }

    @Test
    void those_that_are_being_started_count() throws IOException {
        machine(16_000_000, 2_600_000);
        assertThat(room.isFor(2)).isTrue();
        assertThat(room.isFor(3)).isFalse();
    }

    @Test
    void those_that_wait_may_stay_while_the_share_is_left() throws IOException {
        machine(16_000_000, 2_000_000);
        assertThat(room.isFor(0)).isTrue();
        machine(16_000_000, 1_999_999);
        assertThat(room.isFor(0)).isFalse();
    }

    /** The server's own group is not limited, the one above it is: 4 GiB, of which so many MiB are taken. */
    @ParameterizedTest
    @CsvSource({"1024, 0, true", "3400, 0, false", "3400, 200, true"})
    void the_limit_of_a_cgroup_above_counts(long taken, long files, boolean fits) throws IOException {
        machine(64_000_000, 60_000_000);
        Path top = proc.resolve("cgroup");
        Path server = Files.createDirectories(top.resolve("unit/server"));
        Path self = Files.createDirectories(proc.resolve("self"));
        Files.writeString(self.resolve("cgroup"), "0::/unit/server\n");
        Files.writeString(self.resolve("mountinfo"), "30 20 0:26 / %s rw - cgroup2 cgroup2 rw\n".formatted(top));
        Files.writeString(server.resolve("memory.max"), "max\n");
        Path unit = top.resolve("unit");
        Files.writeString(unit.resolve("memory.max"), "%d\n".formatted(4096 * MIB));
        Files.writeString(unit.resolve("memory.current"), "%d\n".formatted(taken * MIB));
        Files.writeString(unit.resolve("memory.stat"), "anon 1\ninactive_file %d\n".formatted(files * MIB));

        assertThat(room.isFor(1)).isEqualTo(fits);
        assertThat(room.isSmall()).isTrue();
    }

    @Test
    void there_is_no_room_where_nobody_can_tell() {
        assertThat(room.isFor(0)).isFalse();
    }

    private void machine(long total, long available) throws IOException {
        Files.writeString(
                proc.resolve("meminfo"),
                "MemTotal:       %d kB\nMemFree: 1 kB\nMemAvailable:   %d kB\n".formatted(total, available));
    }
}
