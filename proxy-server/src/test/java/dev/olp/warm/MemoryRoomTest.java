package dev.olp.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryRoomTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "16000000, 8000000, true, false",
        "16000000, 2100000, false, false",
        "4000000, 3000000, true, true",
        "4000000, 700000, false, true"
    })
    void an_eighth_of_the_memory_stays_for_the_rest(long total, long available, boolean room, boolean small)
            throws IOException {
        Path file = Files.writeString(
                folder.resolve("meminfo"),
                "MemTotal:       %d kB\nMemFree: 1 kB\nMemAvailable:   %d kB\n".formatted(total, available));
        assertThat(new MemoryRoom(file).getAsBoolean()).isEqualTo(room);
        assertThat(new MemoryRoom(file).isSmall()).isEqualTo(small);
    }

    @Test
    void there_is_no_room_where_nobody_can_tell() {
        assertThat(new MemoryRoom(folder.resolve("none")).getAsBoolean()).isFalse();
    }
}
