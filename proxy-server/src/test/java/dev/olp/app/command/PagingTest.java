package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagingTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "xterm, more -s, more -s",
        "xterm, ' most ', most",
        "xterm, cat,",
        "xterm, '',",
        "dumb, more,",
        "'', more,"
    })
    void the_pager_is_the_operators(String terminal, String asked, String used) {
        assertThat(Paging.pager(Map.of("TERM", terminal, "PAGER", asked)).orElse(null))
                .isEqualTo(used);
    }

    @Test
    void without_one_it_is_less_where_there_is_one() throws IOException {
        Map<String, String> environment = Map.of("TERM", "xterm", "PATH", "relative::" + folder);
        assertThat(Paging.pager(environment)).isEmpty();

        Path less = Files.createFile(folder.resolve("less"));
        Files.setPosixFilePermissions(less, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(Paging.pager(environment)).contains("less -FRX");
    }
}
