package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeTest {
    @TempDir
    Path folder;

    @Test
    void olp_home_wins_and_home_is_the_fallback_by_the_variable() throws ConfigException {
        assertThat(Home.locate(Map.of("OLP_HOME", "/a/b/", "HOME", "/c")).root())
                .isEqualTo(Path.of("/a/b"));
        assertThat(Home.locate(Map.of("OLP_HOME", "", "HOME", "/c")).root()).isEqualTo(Path.of("/c/.olp"));
    }

    @Test
    void without_either_variable_there_is_no_home() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Home.locate(Map.of()))
                .withMessage("OLP_HOME: not set, nor is HOME (expected: an absolute path)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative/home", "~/x", "/a?mode=ro", "/a\nb"})
    void a_path_that_cannot_be_meant_is_refused(String path) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Home.locate(Map.of("OLP_HOME", path)))
                .withMessageContaining("expected: an absolute path without question marks");
    }

    @Test
    void a_missing_home_is_made_for_us_alone() throws ConfigException, IOException {
        Path root = folder.resolve("new/.olp");
        Home.open(Map.of("OLP_HOME", root.toString()));

        assertThat(mode(root)).isEqualTo("rwx------");
    }

    @Test
    void a_home_that_others_may_read_is_closed_to_them() throws ConfigException, IOException {
        Path root = directory("rwxr-xr-x");
        Home.open(Map.of("OLP_HOME", root.toString()));

        assertThat(mode(root)).isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx---rwx", "rwx----w-"})
    void a_home_that_others_may_write_is_refused(String mode) throws IOException {
        Path root = directory(mode);

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Home.open(Map.of("OLP_HOME", root.toString())))
                .withMessageContaining("a folder that nobody else can write: chmod 700");
        assertThat(mode(root)).isEqualTo(mode);
    }

    @Test
    void a_home_that_is_no_folder_is_refused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Home.open(Map.of("OLP_HOME", file.toString())))
                .withMessageContaining("(expected: a folder)");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Home.open(Map.of("OLP_HOME", file + "/below")))
                .withMessageContaining("a folder that can be made and used");
    }

    @Test
    void a_home_of_someone_else_is_refused() throws IOException {
        // root can give a folder away; anyone else finds one of root's
        boolean root = OwnFiles.isRoots(folder);
        Path theirs = root ? directory("rwx------") : Path.of("/usr");
        if (root) {
            Files.setAttribute(theirs, "unix:uid", 54_321);
        }

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Home.open(Map.of("OLP_HOME", theirs.toString())))
                .withMessageContaining("a folder of the user that runs OLP");
    }

    @Test
    void whose_a_file_is_is_known() throws IOException {
        assertThat(OwnFiles.isOurs(Files.createFile(folder.resolve("ours")))).isTrue();
        assertThat(OwnFiles.isRoots(Path.of("/proc"))).isTrue();
    }

    private Path directory(String mode) throws IOException {
        Path made = Files.createDirectory(folder.resolve("home"));
        // set afterwards: the umask would take bits away
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
