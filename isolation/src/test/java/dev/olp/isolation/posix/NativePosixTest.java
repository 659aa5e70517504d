package dev.olp.isolation.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativePosixTest {
    private final Posix posix = NativePosix.load();

    @Test
    void our_uid_is_the_one_that_owns_our_process() throws Exception {
        assertThat(posix.effectiveUserId())
                .isEqualTo(((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 0, -1, -5})
    void pids_that_mean_everybody_are_refused(long pid) {
        assertThatThrownBy(() -> posix.kill(pid, Signal.KILL)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> posix.killGroup(pid, Signal.KILL)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nobody_there_is_told() {
        assertThat(posix.kill(Integer.MAX_VALUE, Signal.KILL)).isFalse();
        assertThat(posix.killGroup(Integer.MAX_VALUE, Signal.KILL)).isFalse();
    }

    @Test
    void a_terminal_has_a_device_until_it_is_closed() throws Exception {
        Posix.PseudoTerminal terminal = posix.openTerminal();
        Path device = Path.of(terminal.device());
        assertThat(device).exists();
        terminal.close();
        terminal.close();
        assertThat(device).doesNotExist();
    }

    @Test
    void a_lock_keeps_other_programs_out_until_it_is_closed(@TempDir Path folder) throws Exception {
        String file = folder.resolve("lock").toString();
        Posix.FileLock held = posix.tryLock(file).orElseThrow();
        assertThat(flock(file)).isEqualTo(1);
        assertThat(posix.tryLock(file)).isEmpty();
        held.close();
        held.close();
        assertThat(flock(file)).isZero();
        assertThat(Files.getPosixFilePermissions(Path.of(file)))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> posix.tryLock(folder.resolve("no/lock").toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No such file");
    }

    private static int flock(String file) throws Exception {
        return new ProcessBuilder("flock", "--nonblock", file, "true").start().waitFor();
    }

    @Test
    void without_a_place_to_unpack_the_native_library_it_refuses() throws Exception {
        assertThat(load(System.getProperty("java.io.tmpdir"))).isZero();
        assertThat(load("/no/such/folder")).isEqualTo(3);
    }

    private static int load(String temp) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temp,
                        "-Djffi.extract.dir=" + temp, // else it would try the working folder too
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PosixLoader.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
