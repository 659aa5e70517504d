package dev.olp.isolation.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubIdsTest {
    @TempDir
    Path folder;

    @Test
    void a_range_is_found_by_name_or_number() throws Exception {
        Path file = Files.writeString(
                folder.resolve("subuid"), "alice:100000:65536\nolp:165536:16\nolp:900000:1\n990:165552:8\n");
        assertThat(SubIds.of(file, List.of("olp", "1"))).contains(new SubIds(165_536, 16));
        assertThat(SubIds.of(file, List.of("990"))).contains(new SubIds(165_552, 8));
        assertThat(SubIds.of(file, List.of("ol", "alice:100000"))).isEmpty();
        assertThat(SubIds.of(folder.resolve("none"), List.of("olp"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"olp:0:5", "olp:5:0", "olp:-1:5", "olp:5", "olp:5:x", "olp:4294967290:10", "olp:99999999999:1"})
    void a_range_that_is_none_gives_nobody(String line) throws Exception {
        assertThat(SubIds.of(Files.writeString(folder.resolve("subuid"), line), List.of("olp")))
                .isEmpty();
    }

    @Test
    void root_is_in_no_range() {
        assertThatThrownBy(() -> new SubIds(0, 5)).hasMessageContaining("expected");
    }
}
