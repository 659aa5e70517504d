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
        Path taken = SpawnRoot.take(base.resolve("olp"), uid, uid == 0);
        assertThat(SpawnRoot.take(base.resolve("olp"), uid, uid == 0)).isEqualTo(taken);
    }

    @Test
    void a_planted_symlink_is_refused() throws Exception { // H02
        Path victim = Files.createDirectory(base.resolve("victim"), RunFolder.PRIVATE_FOLDER);
        Path link = Files.createSymbolicLink(base.resolve("olp"), victim);
        assertThatThrownBy(() -> SpawnRoot.take(link, uid, uid == 0)).hasMessageContaining("no real folder");
        assertThatThrownBy(() -> SpawnRoot.take(link.resolve("run"), uid, uid == 0))
                .hasMessageContaining("no real folder");
        assertThat(victim).isEmptyDirectory();
    }

    @Test
    void a_parent_that_anybody_may_write_is_refused() throws Exception { // H03
        Path open = Files.createDirectory(base.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> SpawnRoot.take(open.resolve("olp"), uid, uid == 0))
                .hasMessageContaining("nobody else may write");
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void a_folder_that_others_may_read_is_refused() throws Exception {
        Path folder = Files.createDirectory(base.resolve("olp"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> SpawnRoot.take(folder, uid, uid == 0))
                .hasMessageContaining("expected: a real folder of uid " + uid + ", rwx--");
    }

    @Test
    void children_that_are_other_users_can_pass_and_not_look() throws Exception {
        Path folder = SpawnRoot.take(base.resolve("olp"), uid, uid == 0);
        assertThat(SpawnRoot.isPassable(folder)).isEqualTo(uid == 0);
        SpawnRoot.take(folder, uid, true);
        assertThat(mode(folder)).isEqualTo("rwx--x--x");
        assertThat(SpawnRoot.isPassable(folder)).isTrue();
        // and stays so: another server of ours may need it
        assertThat(SpawnRoot.take(folder, uid, uid == 0)).isEqualTo(folder);
        assertThat(mode(folder)).isEqualTo("rwx--x--x");
    }

    @Test
    void a_folder_in_a_closed_one_is_not_for_other_users() throws Exception {
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(() -> SpawnRoot.take(base.resolve("olp"), uid, true)).hasMessageContaining("could not pass");
        assertThat(SpawnRoot.choose(Map.of("XDG_RUNTIME_DIR", "" + base), uid, base, true))
                .isNotEqualTo(base.resolve("olp"));
    }

    @Test
    void another_users_folder_is_refused() {
        assertThatThrownBy(() -> SpawnRoot.take(base.resolve("olp"), uid + 1, false))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void a_path_too_long_for_a_socket_is_refused() {
        assertThatThrownBy(() -> SpawnRoot.take(base.resolve("x".repeat(40)), uid, uid == 0))
                .hasMessageContaining("at most 107");
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
