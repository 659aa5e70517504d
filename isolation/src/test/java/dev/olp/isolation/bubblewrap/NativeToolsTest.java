package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.posix.NativePosix;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is unpacked where, and what is refused. */
@Tag("identity")
class NativeToolsTest {
    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    private long uid;
    private NativeTools tools;

    @BeforeEach
    void unpack() throws Exception {
        uid = NativePosix.load().effectiveUserId();
        tools = NativeTools.unpack(reachable.resolve("native"), uid, false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x /s -- /bin/true",
                "0 /s -- /bin/true",
                "65536 /s -- /bin/true",
                "4000 s -- /bin/true",
                "--",
                ""
            })
    void what_the_helper_cannot_do_it_refuses_before_it_starts_anything(String words) throws Exception {
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of(helper().toString()), Arrays.stream(words.split(" ")))
                                .toList())
                .start();
        assertThat(process.waitFor()).isEqualTo(125);
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("netbridge: ")
                .hasLineCount(1);
    }

    private Path helper() {
        return tools.bridge(Map.of(3129, "g.sock")).helper();
    }

    @Test
    void a_helper_is_unpacked_once_and_again_when_it_was_changed() throws Exception {
        Path helper = helper();
        byte[] built = Files.readAllBytes(helper);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(helper)))
                .isEqualTo("r-xr-xr-x");
        assertThat(helper.getFileName().toString())
                .isEqualTo("netbridge-"
                        + HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(built)));
        Object first = Files.getAttribute(helper, "unix:ino");
        NativeTools.unpack(reachable.resolve("native"), uid, false);
        assertThat(Files.getAttribute(helper, "unix:ino")).isEqualTo(first);

        Files.setPosixFilePermissions(helper, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.write(helper, new byte[] {1});
        NativeTools.unpack(reachable.resolve("native"), uid, false);
        assertThat(helper).hasBinaryContent(built);
        try (var left = Files.list(reachable.resolve("native"))) {
            assertThat(left).containsExactlyInAnyOrder(helper, tools.probe());
        }
    }

    @Test
    void a_folder_that_others_could_write_or_children_not_enter_is_refused() throws Exception {
        Path folder = Files.createDirectory(reachable.resolve("open"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> NativeTools.unpack(folder, uid, false))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("expected");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(() -> NativeTools.unpack(folder.resolve("below"), uid, true))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("everybody may enter");
    }

    @Test
    void a_folder_from_before_children_were_other_users_is_opened_to_them() throws Exception {
        Path folder = reachable.resolve("native");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        NativeTools.unpack(folder, uid, true);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    void a_build_without_a_helper_for_this_architecture_says_how_to_get_one() {
        assertThatThrownBy(() -> NativeTools.unpack(reachable.resolve("native"), 0, true, "riscv64"))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("linux-riscv64")
                .hasMessageContaining("libc6-dev");
    }
}
