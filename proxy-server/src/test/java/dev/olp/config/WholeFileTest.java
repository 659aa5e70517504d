package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    private static final byte[] CONTENT = "whole\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void takes_the_place_of_what_is_there_for_its_owner_alone() throws IOException {
        Path shown = Files.writeString(folder.resolve("shown"), "before");
        Path kept = Files.writeString(folder.resolve("kept"), "before");

        WholeFile.show(shown, CONTENT);
        WholeFile.keep(kept, CONTENT);

        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("shown", "kept");
        for (Path file : new Path[] {shown, kept}) {
            assertThat(file).hasBinaryContent(CONTENT);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void leaves_nothing_beside_a_place_that_it_cannot_take() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken"));

        assertThatThrownBy(() -> WholeFile.show(taken, CONTENT)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> WholeFile.keep(taken, CONTENT)).isInstanceOf(IOException.class);

        assertThat(folder.toFile().list()).containsExactly("taken");
    }
}
