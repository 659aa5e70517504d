package dev.olp.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BirthTest {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 30);

    @TempDir
    Path folder;

    @Test
    void it_holds_for_a_quarter_of_an_hour_of_one_day_with_one_binary() throws IOException {
        Path file = Files.writeString(folder.resolve("cli"), "one");
        Birth birth = Birth.of(file, DAY, 0);

        assertThat(birth.holds(file, DAY, Birth.OLDEST.toNanos() - 1)).isTrue();
        assertThat(birth.holds(file, DAY, Birth.OLDEST.toNanos())).isFalse();
        assertThat(birth.holds(file, DAY.plusDays(1), 1)).isFalse();
        Files.writeString(file, "another");
        assertThat(birth.holds(file, DAY, 1)).as("the binary is another").isFalse();
    }
}
