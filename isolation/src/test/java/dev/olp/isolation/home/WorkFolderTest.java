package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
    @TempDir
    Path root;

    @Test
    void every_run_of_every_server_works_in_one_empty_folder() throws Exception {
        Path work = root.resolve("work");
        for (int server = 0; server < 2; server++) {
            try (ThrowAwaySandbox sandbox = Runs.sandbox(root);
                    SandboxedRun first = sandbox.open("a", "1");
                    SandboxedRun second = sandbox.open("b", "2")) {
                assertThat(first.paths().work()).isEqualTo(work.toString());
                second.start(Runs.shell("pwd; ls -A"));
                assertThat(Runs.lines(second)).containsExactly(work.toString());
            }
        }
        assertThat(work).isEmptyDirectory();
        assertThat(mode(work)).isEqualTo("r-x------");
    }

    @Test
    void what_a_child_leaves_in_it_is_gone_for_the_next_run() throws Exception {
        try (ThrowAwaySandbox sandbox = Runs.sandbox(root)) {
            try (SandboxedRun hostile = sandbox.open("a", "1")) {
                hostile.start(Runs.shell("chmod 700 . && mkdir -p d/e && echo secret >d/e/f && chmod 0 d && ls -A"));
                assertThat(Runs.lines(hostile)).containsExactly("d");
            }
            try (SandboxedRun next = sandbox.open("b", "2")) {
                next.start(Runs.shell("ls -A"));
                assertThat(Runs.lines(next)).isEmpty();
            }
        }
        assertThat(mode(root.resolve("work"))).isEqualTo("r-x------");
    }

    @Test
    void a_symlink_in_its_place_is_refused() throws Exception {
        Path victim = Files.createDirectory(root.resolve("victim"));
        Files.writeString(victim.resolve("kept"), "");
        Files.createSymbolicLink(root.resolve("work"), victim);
        assertThatThrownBy(() -> WorkFolder.of(root))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("work");
        assertThat(victim.resolve("kept")).exists();
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
