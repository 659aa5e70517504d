package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRemovalTest {
    @TempDir
    Path temp;

    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void files_links_and_folders_go_and_what_links_name_stays() throws Exception { // H04
        Path victim = victim();
        Path run = Files.createDirectory(temp.resolve("run"));
        Files.createDirectories(run.resolve("a/b/c"));
        Files.writeString(run.resolve("a/b/file"), "x");
        Files.createSymbolicLink(run.resolve("a/link"), victim);
        Files.createSymbolicLink(run.resolve("a/dangling"), Path.of("/no/such/thing"));
        Files.createLink(run.resolve("hard"), victim.resolve("treasure"));
        remove("run");
        assertThat(run).doesNotExist();
        assertThat(victim.resolve("treasure")).hasContent("gold");
    }

    @Test
    void a_symlink_in_place_of_the_folder_itself_is_not_followed() throws Exception {
        Path victim = victim();
        Files.createSymbolicLink(temp.resolve("run"), victim);
        remove("run");
        assertThat(temp.resolve("run")).doesNotExist();
        assertThat(victim.resolve("treasure")).hasContent("gold");
    }

    @Test
    void a_folder_swapped_for_a_symlink_meanwhile_does_not_lead_outside() throws Exception { // H04
        Path victim = victim();
        AtomicBoolean stop = new AtomicBoolean();
        Path run = Files.createDirectory(temp.resolve("run"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), victim);
        Thread attacker = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                try {
                    Files.createDirectories(run.resolve("d/e"));
                    Files.move(run.resolve("d"), temp.resolve("aside"), StandardCopyOption.REPLACE_EXISTING);
                    Files.copy(link, run.resolve("d"), LinkOption.NOFOLLOW_LINKS);
                    Files.deleteIfExists(run.resolve("d"));
                    Files.move(temp.resolve("aside"), run.resolve("d"));
                } catch (IOException lostTheRace) {
                    attempts.incrementAndGet();
                }
            }
        });
        for (int i = 0; i < 300; i++) {
            remove("run");
            try {
                Files.createDirectories(run.resolve("d/e"));
            } catch (IOException theAttackerWasFirst) {
                attempts.incrementAndGet(); // its link stands there, for the next removal to meet
            }
        }
        stop.set(true);
        attacker.join();
        assertThat(victim.resolve("treasure")).hasContent("gold");
        assertThat(attempts.get()).isPositive();
    }

    @Test
    void a_folder_its_owner_may_not_enter_goes_too() throws Exception {
        Path closed = Files.createDirectories(temp.resolve("run/closed"));
        Files.writeString(closed.resolve("file"), "x");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        Path fixed = Files.createDirectories(temp.resolve("run/fixed"));
        Files.writeString(fixed.resolve("file"), "x");
        Files.setPosixFilePermissions(fixed, PosixFilePermissions.fromString("r-x------"));
        remove("run");
        assertThat(temp.resolve("run")).doesNotExist();
    }

    @Test
    void depth_does_not_matter() throws Exception {
        Files.createDirectory(temp.resolve("run"));
        // deeper than a path may be long
        int made = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "cd \"$0\" && for i in 1 2 3 4 5 6 7 8 9 10; do mkdir -p \"$1\" && cd -P \"$1\" || exit; done; echo x >file",
                        temp.resolve("run").toString(),
                        "deeper/".repeat(100))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(made).isZero();
        remove("run");
        assertThat(temp.resolve("run")).doesNotExist();
    }

    @Test
    void what_is_gone_already_is_no_error() throws Exception {
        remove("never");
        assertThat(temp).isEmptyDirectory();
    }

    private Path victim() throws IOException {
        Path victim = Files.createDirectory(temp.resolve("victim"));
        Files.writeString(victim.resolve("treasure"), "gold");
        return victim;
    }

    private void remove(String name) throws IOException {
        try (SecureDirectoryStream<Path> parent = FolderRemoval.open(temp)) {
            FolderRemoval.remove(parent, temp, Path.of(name));
        }
    }
}
