package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run may write, by the machine's memory. */
class TmpfsSizesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"3977216, true", "4194304, true", "8245248, false", "24681500, false"})
    void a_machine_of_up_to_four_gibibytes_gives_little(String kibibytes, boolean small) throws Exception {
        Path meminfo = Files.writeString(
                folder.resolve("meminfo"), "MemTotal:       " + kibibytes + " kB\nMemFree:         1 kB\n");
        assertThat(TmpfsSizes.of(meminfo)).isEqualTo(small ? TmpfsSizes.SMALL : TmpfsSizes.DEFAULT);
    }

    @Test
    void a_machine_that_does_not_tell_gives_little() throws Exception {
        assertThat(TmpfsSizes.of(folder.resolve("none"))).isEqualTo(TmpfsSizes.SMALL);
        assertThat(TmpfsSizes.of(Files.writeString(folder.resolve("other"), "nothing of memory")))
                .isEqualTo(TmpfsSizes.SMALL);
    }
}
