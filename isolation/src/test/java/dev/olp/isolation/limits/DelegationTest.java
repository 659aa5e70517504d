package dev.olp.isolation.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.posix.NativePosix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a cgroup can be written does not make it ours. */
class DelegationTest {
    private static final int STRANGER = 54_321;

    private final long uid = NativePosix.load().effectiveUserId();

    @TempDir
    Path folder;

    @BeforeEach
    void makeFiles() throws Exception {
        makeFiles(folder);
    }

    private static void makeFiles(Path where) throws Exception {
        Files.writeString(where.resolve("cgroup.procs"), "");
        Files.writeString(where.resolve("cgroup.subtree_control"), "");
    }

    @Test
    void one_that_lies_in_another_of_ours_is_its_managers() {
        assertThat(Files.isWritable(folder)).isTrue();
        assertThat(Delegation.covers(folder, uid)).isFalse();
    }

    /** What it lies in is another user's: as root a stranger's in ours, else ours in root's. */
    @Test
    void one_that_was_handed_to_our_user_is_ours() throws Exception {
        Path handed = Files.createTempDirectory(Path.of("/dev/shm"), "olp-test-");
        try {
            makeFiles(handed);
            long user = uid == 0 ? STRANGER : uid;
            if (uid == 0) {
                Files.setAttribute(handed, "unix:uid", STRANGER);
            }
            assertThat(Delegation.covers(handed, user)).isTrue();
            assertThat(Delegation.covers(handed, 0))
                    .as("root owns no less of what is above")
                    .isFalse();
        } finally {
            Files.delete(handed.resolve("cgroup.procs"));
            Files.delete(handed.resolve("cgroup.subtree_control"));
            Files.delete(handed);
        }
    }

    @Test
    void one_that_systemd_marked_is_ours() throws Exception {
        mark("1");
        assertThat(Delegation.covers(folder, uid)).isTrue();
        Files.delete(folder.resolve("cgroup.subtree_control"));
        assertThat(Delegation.covers(folder, uid))
                .as("but only if it can be divided")
                .isFalse();
    }

    @Test
    void another_mark_says_nothing() throws Exception {
        mark("0");
        assertThat(Delegation.covers(folder, uid)).isFalse();
    }

    private void mark(String value) throws Exception {
        Files.getFileAttributeView(folder, UserDefinedFileAttributeView.class)
                .write("delegate", ByteBuffer.wrap(value.getBytes(StandardCharsets.US_ASCII)));
    }
}
