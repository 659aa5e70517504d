package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.process.Spawner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a launch finds out about the machine, and what it refuses. */
@Tag("identity")
class MachineTest {
    @TempDir
    Path folder;

    @Test
    void this_machines_bubblewrap_is_fit() throws Exception {
        try (Spawner spawner = new Spawner()) {
            assertThat(Bubblewrap.find(spawner).version()).matches("\\d+\\.\\d+.*");
        }
    }

    @Test
    void a_missing_one_is_refused_with_the_package_that_brings_it() {
        try (Spawner spawner = new Spawner()) {
            assertThatThrownBy(() -> Bubblewrap.at(folder.resolve("bwrap"), spawner))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("install the package bubblewrap");
        }
    }

    @Test
    void one_that_others_can_write_is_refused() throws Exception {
        Path copy = Files.copy(Path.of("/usr/bin/bwrap"), folder.resolve("bwrap"));
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxrwxr-x"));
        try (Spawner spawner = new Spawner()) {
            assertThatThrownBy(() -> Bubblewrap.at(copy, spawner)).hasMessageContaining("only root can write");
        }
    }

    @Test
    void a_set_uid_one_is_refused() throws Exception {
        Path copy = Files.copy(Path.of("/usr/bin/bwrap"), folder.resolve("bwrap"));
        Files.setAttribute(copy, "unix:mode", 04755);
        try (Spawner spawner = new Spawner()) {
            assertThatThrownBy(() -> Bubblewrap.at(copy, spawner)).hasMessageContaining("not set-uid");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bubblewrap 0.7.9\n", "bubblewrap 0.1.0", "bubblewrap", "", "bwrap 1.0", "bubblewrap x.8"})
    void a_version_too_old_or_unknown_is_refused(String said) {
        assertThatThrownBy(() -> Bubblewrap.version(said)).hasMessageContaining("0.8 or later");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bubblewrap 0.8.0\n", "bubblewrap 0.11.0\n", "bubblewrap 1.0\n"})
    void a_version_new_enough_is_taken(String said) throws Exception {
        assertThat("bubblewrap " + Bubblewrap.version(said) + "\n").isEqualTo(said);
    }

    @Test
    void root_without_a_service_user_is_refused_in_one_sentence() throws Exception {
        NativePosix posix = NativePosix.load();
        if (posix.effectiveUserId() == 0) {
            assertThatThrownBy(() -> Machine.look(posix, Optional.empty(), folder, TierLook.SYSTEM))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("service user");
        } else {
            assertThat(Machine.look(posix, Optional.of(new ServiceUser(1, 1)), folder, TierLook.SYSTEM)
                            .user())
                    .isEmpty();
        }
    }

    @Test
    void a_service_user_is_never_root() throws Exception {
        Path users = Files.writeString(
                folder.resolve("passwd"),
                "root:x:0:0::/:\ntoor:x:0:5::/:\nwheel:x:5:0::/:\nx\nolp:x:990:991:a:/:/bin/false\n");
        assertThat(ServiceUser.find(users, "olp")).isEqualTo(new ServiceUser(990, 991));
        for (String name : List.of("root", "toor", "wheel", "x", "none", "")) {
            assertThatThrownBy(() -> ServiceUser.find(users, name)).isInstanceOf(SandboxException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative", "/a/../b", "/a/.", "/"})
    void a_path_that_is_not_plain_is_no_part_of_a_sandbox(String path) {
        assertThatThrownBy(() -> new SandboxSpec(
                        Profile.USR, NetworkPolicy.NONE, List.of(Path.of(path)), false, TmpfsSizes.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void a_programs_libraries_are_those_that_the_loader_takes() throws Exception {
        for (String program : List.of("/usr/bin/sh", "/usr/bin/find", "/usr/bin/perl")) {
            Process ldd = new ProcessBuilder("/usr/bin/ldd", program).start();
            List<Path> loaded = ldd.inputReader()
                    .lines()
                    .flatMap(line -> Arrays.stream(line.strip().split("\\s")).filter(word -> word.startsWith("/")))
                    .map(MachineTest::real)
                    .toList();
            assertThat(loaded).isNotEmpty();
            assertThat(Libraries.of(System.getProperty("os.arch"))
                            .neededBy(Path.of(program))
                            .values())
                    .containsExactlyInAnyOrderElementsOf(loaded);
        }
    }

    private static Path real(String path) {
        try {
            return Path.of(path).toRealPath();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void a_file_that_is_no_whole_elf_file_is_refused() throws Exception {
        Libraries libraries = Libraries.of(System.getProperty("os.arch"));
        byte[] whole = Files.readAllBytes(Path.of("/usr/bin/sh"));
        for (int length : List.of(0, 3, 63, 64, 200, 1000)) {
            Path cut = Files.write(folder.resolve("cut" + length), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> libraries.neededBy(cut)).isInstanceOf(SandboxException.class);
        }
        byte[] wild = whole.clone();
        Arrays.fill(wild, 32, 40, (byte) 0x7f);
        Path file = Files.write(folder.resolve("wild"), wild);
        assertThatThrownBy(() -> libraries.neededBy(file)).isInstanceOf(SandboxException.class);
    }

    @Test
    void only_bubblewraps_own_word_tells_how_a_child_ended() {
        String told = "{ \"child-pid\": 14565, \"pid-namespace\": 4026532181 }\n";
        assertThat(SandboxStatus.parse(told).initPid()).hasValue(14565);
        assertThat(SandboxStatus.parse(told).verdict(1)).isEqualTo(new ExitStatus.NotStarted());
        assertThat(SandboxStatus.parse("").verdict(0)).isEqualTo(new ExitStatus.NotStarted());
        assertThat(SandboxStatus.parse(told).verdict(137)).isEqualTo(new ExitStatus.Signalled(9));
        assertThat(SandboxStatus.parse(told + "{ \"exit-code\": 0 }").verdict(1))
                .isEqualTo(new ExitStatus.Exited(0));
        assertThat(SandboxStatus.parse(told + "{ \"exit-code\": 139 }").verdict(139))
                .isEqualTo(new ExitStatus.Signalled(11));
    }
}
