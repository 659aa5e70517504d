package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerTokenTest {
    @TempDir
    Path folder;

    private final List<Problem> problems = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------"})
    void the_file_is_read_and_wins_over_the_variable(String mode) throws IOException {
        Path file = file("the-token-of-the-file\n", mode);

        assertThat(OwnerToken.read(
                        Map.of("OLP_OWNER_TOKEN_FILE", file.toString(), "OLP_OWNER_TOKEN", "another-token"), problems))
                .contains(new Secret("the-token-of-the-file"));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void a_file_that_others_may_touch_is_refused(String mode) throws IOException {
        Path file = file("the-token-of-the-file", mode);

        assertThat(OwnerToken.read(Map.of("OLP_OWNER_TOKEN_FILE", file.toString()), problems))
                .isEmpty();
        assertThat(problems)
                .extracting(Problem::message)
                .containsExactly("OLP_OWNER_TOKEN_FILE (expected: a file that nobody else can read: chmod 600 (it is "
                        + mode + "))");
    }

    @Test
    void a_file_without_a_token_is_refused_and_its_content_not_shown() throws IOException {
        Path file = file("two words", "rw-------");

        assertThat(OwnerToken.read(Map.of("OLP_OWNER_TOKEN_FILE", file.toString()), problems))
                .isEmpty();
        assertThat(problems)
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .doesNotContain("words");
    }

    @Test
    void a_file_with_more_than_a_token_is_refused() throws IOException {
        Path file = file("a".repeat(600), "rw-------");

        assertThat(OwnerToken.read(Map.of("OLP_OWNER_TOKEN_FILE", file.toString()), problems))
                .isEmpty();
        assertThat(problems)
                .singleElement()
                .extracting(Problem::expected)
                .isEqualTo("a file with nothing but the secret, 512 bytes at most");
    }

    @Test
    void a_secret_does_not_show_itself() {
        assertThat(new Secret("the-token")).hasToString("***");
    }

    private Path file(String content, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
