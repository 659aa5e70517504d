package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.posix.NativePosix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("identity")
class SpawnRootTest {
    /** Short and on memory, as a real one is; the build's temp folder is too deep for a socket path. */
    private Path base;

    private final long uid = NativePosix.load().effectiveUserId();

    @BeforeEach
    void make() throws Exception {
        base = Files.createTempDirectory(Path.of("/dev/shm"), "olp");
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x")); // for root's children
    }

    @AfterEach
    void remove() throws Exception {
        try (var parent = FolderRemoval.open(Path.of("/dev/shm"))) {
            FolderRemoval.remove(parent, Path.of("/dev/shm"), base.getFileName());
        }
    }

    @Test
    void the_runtime_directory_comes_first() throws Exception {
        Path chosen = SpawnRoot.choose(
                Map.of("RUNTIME_DIRECTORY", base + ":/elsewhere", "XDG_RUNTIME_DIR", "/nowhere"), uid, base);
        assertThat(chosen).isEqualTo(base.resolve("olp")).isDirectory();
        assertThat(mode(chosen)).isEqualTo(uid == 0 ? "rwx--x--x" : "rwx------");
    }

    @Test
    void the_users_runtime_directory_comes_next() throws Exception {
        assertThat(SpawnRoot.choose(Map.of("RUNTIME_DIRECTORY", "/nowhere", "XDG_RUNTIME_DIR", "" + base), uid, base))
                .isEqualTo(base.resolve("olp"));
    }

    @Test
    void what_exists_already_is_taken_again() throws Exception {
        assertThat(SpawnRoot.take(base.resolve("olp"), uid)).isEqualTo(SpawnRoot.take(base.resolve("olp"), uid));
    }

    @Test
    void a_planted_symlink_is_refused() throws Exception { // H02
        Path victim = Files.createDirectory(base.resolve("victim"), RunFolder.PRIVATE_FOLDER);
        Path link = Files.createSymbolicLink(base.resolve("olp"), victim);
        assertThatThrownBy(() -> SpawnRoot.take(link, uid)).hasMessageContaining("no real folder");
        assertThatThrownBy(() -> SpawnRoot.take(link.resolve("run"), uid)).hasMessageContaining("no real folder");
        assertThat(victim).isEmptyDirectory();
    }

    @Test
    void a_parent_that_anybody_may_write_is_refused() throws Exception { // H03
        Path open = Files.createDirectory(base.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> SpawnRoot.take(open.resolve("olp"), uid))
                .hasMessageContaining("nobody else may write");
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void a_folder_that_others_may_read_is_refused() throws Exception {
        Path folder = Files.createDirectory(base.resolve("olp"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> SpawnRoot.take(folder, uid))
                .hasMessageContaining("expected: a real folder of uid " + uid + ", rwx--");
    }

    @Test
    void another_users_folder_is_refused() {
        assertThatThrownBy(() -> SpawnRoot.take(base.resolve("olp"), uid + 1))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void a_path_too_long_for_a_socket_is_refused() {
        assertThatThrownBy(() -> SpawnRoot.take(base.resolve("x".repeat(40)), uid))
                .hasMessageContaining("at most 107");
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
