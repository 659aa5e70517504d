package dev.olp.isolation.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The filter in this machine's kernel, under bubblewrap with no capability, where a call that is let through by mistake
 * can do nothing. The control is the same calls in the same place without the filter.
 */
@Tag("identity")
class SeccompOnThisKernelTest {
    private static final int SIGSYS = 31;

    /** Makes the calls that stdin lists and prints the errno of each, or 0. Perl would pass text by its address. */
    private static final String CALLER =
            "while (<STDIN>) { my @n = map { $_ + 0 } split; $! = 0; my $r = syscall($n[0], $n[1], $n[2], $n[3], 0, 0);"
                    + " print +($r == -1 ? $!+0 : 0), \"\\n\" }";

    @TempDir
    Path folder;

    private Architecture architecture = Architecture.X86_64;

    @BeforeEach
    void writeFilter() throws Exception {
        architecture = Architecture.of(System.getProperty("os.arch")).orElseThrow();
        Files.write(folder.resolve("filter"), SeccompProgram.bytes(architecture));
    }

    @Test
    void every_refused_call_of_the_table_fails_as_the_table_says() throws Exception {
        List<CallTable.Row> refused = CallTable.of(architecture).stream()
                .filter(row -> row.verdict().startsWith("fail"))
                .toList();
        List<Integer> seen = errnos(refused, true);
        assertThat(seen).hasSameSizeAs(refused);
        for (int at = 0; at < refused.size(); at++) {
            assertThat("fail " + seen.get(at))
                    .as(refused.get(at).toString())
                    .isEqualTo(refused.get(at).verdict());
        }
    }

    @Test
    void without_the_filter_the_same_place_lets_them_through() throws Exception {
        List<CallTable.Row> open = CallTable.of(architecture).stream()
                .filter(row -> List.of("keyctl", "personality", "ptrace").contains(row.name()))
                .filter(row -> row.verdict().equals("fail 1"))
                .toList();
        assertThat(errnos(open, false)).contains(0).doesNotContain(1);
        List<CallTable.Row> sockets = CallTable.of(architecture).stream()
                .filter(row -> row.name().equals("socket") && row.arguments().equals(List.of(16L, 3L, 12L)))
                .toList();
        assertThat(errnos(sockets, false)).isNotEmpty().doesNotContain(93);
        assertThat(errnos(sockets, true)).isNotEmpty().containsOnly(93);
    }

    @Test
    void what_programs_need_still_works() throws Exception {
        Process process = start(
                List.of(
                        "/usr/bin/perl",
                        "-MSocket",
                        "-e",
                        "socket(A,AF_UNIX,SOCK_STREAM,0) or die 1; socket(B,AF_INET,SOCK_STREAM,0) or die 2;"
                                + "socket(C,AF_INET6,SOCK_DGRAM,17) or die 3; socketpair(D,E,AF_UNIX,SOCK_STREAM,0) or die 4;"
                                + "my $p = fork; exit 7 if defined $p && !$p; waitpid $p, 0; die 5 unless $? >> 8 == 7;"
                                + "print `echo fine`"),
                true);
        process.getOutputStream().close();
        assertThat(process.getInputStream().readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("fine\n");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void the_command_and_its_init_are_both_filtered() throws Exception {
        Process process =
                start(List.of("/usr/bin/grep", "-h", "^Seccomp:", "/proc/1/status", "/proc/self/status"), true);
        assertThat(process.getInputStream().readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("Seccomp:\t2\nSeccomp:\t2\n");
    }

    @Test
    void an_x32_call_kills() throws Exception {
        if (architecture != Architecture.X86_64) {
            return; // no such calls there
        }
        List<String> getpid = List.of("/usr/bin/perl", "-e", "syscall(0x40000000 + 39); exit 3");
        assertThat(start(getpid, false).waitFor()).isEqualTo(3);
        assertThat(start(getpid, true).waitFor()).isEqualTo(128 + SIGSYS);
    }

    private List<Integer> errnos(List<CallTable.Row> rows, boolean filtered) throws Exception {
        Process process = start(List.of("/usr/bin/perl", "-e", CALLER), filtered);
        try (OutputStream calls = process.getOutputStream()) {
            for (CallTable.Row row : rows) {
                calls.write((row.number() + " " + row.arguments().get(0) + " "
                                + row.arguments().get(1) + " " + row.arguments().get(2) + "\n")
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
        return process.inputReader().readAllLines().stream()
                .map(Integer::valueOf)
                .toList();
    }

    private Process start(List<String> command, boolean filtered) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "exec 4<\"$1\"; shift; exec \"$@\"",
                "sh",
                folder.resolve("filter").toString(),
                "/usr/bin/bwrap"));
        line.addAll(List.of("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"));
        line.addAll(
                List.of("--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"));
        if (Files.isDirectory(Path.of("/usr/lib64"))) {
            line.addAll(List.of("--symlink", "usr/lib64", "/lib64"));
        }
        line.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
        if (filtered) {
            line.addAll(List.of("--seccomp", "4"));
        }
        line.add("--");
        line.addAll(command);
        return new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
