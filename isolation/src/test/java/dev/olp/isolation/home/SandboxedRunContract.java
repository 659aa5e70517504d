package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomeFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every sandbox keeps of a run's promises, whatever stands around the child. */
public abstract class SandboxedRunContract {
    @TempDir
    protected Path root;

    @TempDir
    private Path elsewhere;

    protected SandboxedRun run;

    /** Opens a run of the sandbox under test, whose folders are under {@link #root}. */
    protected abstract SandboxedRun openRun() throws Exception;

    /** Ends the sandbox under test. */
    protected abstract void closeSandbox() throws Exception;

    @BeforeEach
    void open() throws Exception {
        run = openRun();
    }

    @AfterEach
    void close() throws Exception {
        closeSandbox();
        try (var left = Files.list(root)) {
            assertThat(left).containsExactly(root.resolve("work"));
            assertThat(root.resolve("work")).isEmptyDirectory();
        }
    }

    @Test
    void what_is_written_comes_back_line_by_line() throws Exception {
        run.start(Runs.shell("exec cat"));
        Runs.write(run, "one");
        assertThat(Runs.line(run)).isEqualTo("one");
        run.write(out -> out.write("two\r\n\nthree".getBytes(StandardCharsets.UTF_8)));
        run.closeStdin();
        assertThat(Runs.lines(run)).containsExactly("two", "", "three");
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(0));
    }

    @Test
    void a_character_written_in_two_pieces_stays_whole() throws Exception {
        run.start(Runs.shell("printf '\\360\\237'; read go; printf '\\230\\200\\303'; read go; printf '\\244\\n'"));
        Runs.write(run, "go");
        Runs.write(run, "go");
        assertThat(Runs.line(run)).isEqualTo("😀ä");
    }

    @Test
    void the_child_sees_only_the_planned_environment() throws Exception {
        run.start(new ChildSpec(
                Path.of("/usr/bin/env"),
                List.of(),
                Map.of("OLP_TEST", "1"),
                List.of(),
                List.of(),
                false,
                OutputLimits.DEFAULT));
        assertThat(Runs.lines(run).stream().filter(line -> !line.matches("(SHLVL|_)=.*")))
                .containsExactlyInAnyOrder(
                        "OLP_TEST=1",
                        "PATH=/usr/local/bin:/usr/bin:/bin",
                        "LANG=C.UTF-8",
                        "HOME=" + run.paths().home(),
                        "TMPDIR=" + run.paths().temp(),
                        "PWD=" + run.paths().work());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../x", "a/../../x", "a//b", "./a", "a/", "", "a\0b", ".."})
    void a_file_outside_the_home_is_refused(String path) {
        ChildSpec spec = new ChildSpec(
                Path.of("/bin/true"),
                List.of(),
                Map.of(),
                List.of(),
                List.of(new HomeFile(path, new byte[0])),
                false,
                OutputLimits.DEFAULT);
        assertThatThrownBy(() -> run.start(spec)).isInstanceOf(SandboxException.class);
    }

    @Test
    void a_missing_binary_is_refused_before_anything_starts() { // L11
        assertThatThrownBy(() -> run.start(spec(root.resolve("none"))))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("none");
    }

    @Test
    void a_binary_that_cannot_be_executed_is_refused() throws Exception {
        Path text = script("no magic", "rwx------");
        assertThatThrownBy(() -> run.start(spec(text))).hasMessageContaining("expected: an ELF file");
        Path plain = script("#!/bin/sh\n", "rw-------");
        assertThatThrownBy(() -> run.start(spec(plain))).hasMessageContaining("expected: an executable file");
        Path orphan = script("#!/no/such/interpreter -x\n", "rwx------");
        assertThatThrownBy(() -> run.start(spec(orphan))).hasMessageContaining("/no/such/interpreter");
    }

    @Test
    void a_childs_own_exit_status_is_kept() throws Exception {
        run.start(Runs.shell("exit 127"));
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(127));
    }

    @Test
    void a_crash_is_a_signal_and_no_exit() throws Exception { // L09
        run.start(Runs.shell("kill -SEGV $$"));
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Signalled(11));
    }

    @Test
    void a_running_child_has_no_status_yet() throws Exception {
        run.start(Runs.shell("read x"));
        assertThat(run.awaitExit(Duration.ofMillis(1))).isEqualTo(new ExitStatus.NotAwaited());
        assertThat(run.next(Duration.ofMillis(1))).isEqualTo(new ChildSignal.TimedOut());
    }

    @Test
    void endless_output_passes_the_cap_by_name() throws Exception { // L03
        run.start(Runs.shell("exec yes", false, new OutputLimits(1000, 100_000, 1000)));
        assertThat(lastSignal()).isEqualTo(new ChildSignal.LimitExceeded("stdout"));
        assertThat(run.next(Duration.ZERO)).isEqualTo(new ChildSignal.LimitExceeded("stdout"));
    }

    @Test
    void a_line_of_twenty_megabytes_passes_the_cap_by_name() throws Exception { // L05
        run.start(Runs.shell("echo first; head -c 20000000 /dev/zero"));
        assertThat(Runs.line(run)).isEqualTo("first");
        assertThat(run.next(Runs.LONG)).isEqualTo(new ChildSignal.LimitExceeded("line"));
    }

    @Test
    void a_line_of_four_megabytes_comes_whole() throws Exception {
        run.start(Runs.shell("head -c 4000000 /dev/zero | tr '\\0' x; echo; echo after"));
        assertThat(Runs.line(run)).hasSize(4_000_000);
        assertThat(Runs.lines(run)).containsExactly("after");
    }

    @Test
    void a_flood_of_stderr_keeps_only_its_end() throws Exception { // L04
        run.start(Runs.shell("yes flood | head -c 20000000 >&2; echo last words >&2; echo done"));
        assertThat(Runs.lines(run)).containsExactly("done");
        await().untilAsserted(() ->
                assertThat(run.stderrTail()).contains("flood\nflood\n").endsWith("last words\n"));
        assertThat(run.stderrTail()).hasSize(64 << 10);
    }

    @Test
    void a_child_that_never_reads_blocks_nobody() throws Exception { // L08
        run.start(Runs.shell("echo up; exec sleep 1000"));
        run.write(out -> out.write(new byte[8 << 20]));
        run.closeStdin();
        assertThat(Runs.line(run)).isEqualTo("up");
        run.stop(SandboxedRun.Stop.TERMINATE);
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Signalled(15));
        run.close();
    }

    @Test
    void writing_to_a_child_that_ended_is_no_error() throws Exception {
        run.start(Runs.shell("exec true"));
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(0));
        for (int i = 0; i < 100_000; i++) {
            Runs.write(run, "x".repeat(100));
        }
        run.closeStdin();
    }

    @Test
    void a_child_that_ignores_the_term_signal_is_killed() throws Exception { // L06
        run.start(Runs.shell("trap '' TERM; echo up; while :; do sleep 1; done"));
        assertThat(Runs.line(run)).isEqualTo("up");
        run.stop(SandboxedRun.Stop.TERMINATE);
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Signalled(9));
    }

    @ParameterizedTest
    @EnumSource
    void a_child_is_stopped_even_before_it_leads_its_group(SandboxedRun.Stop how) throws Exception {
        run.start(Runs.shell("exec sleep 1000"));
        run.stop(how);
        assertThat(run.awaitExit(Runs.LONG)).isInstanceOf(ExitStatus.Signalled.class);
    }

    @Test
    void the_whole_group_gets_the_term_signal() throws Exception {
        run.start(Runs.shell("sh -c 'trap \"echo child; exit\" TERM; echo up; while :; do sleep 0.05; done' &"
                + " trap 'wait; echo parent; exit 0' TERM; wait"));
        assertThat(Runs.line(run)).isEqualTo("up");
        run.stop(SandboxedRun.Stop.TERMINATE);
        assertThat(Runs.lines(run)).contains("child");
    }

    @Test
    void a_stray_that_holds_stdout_open_does_not_hold_up_the_end() throws Exception {
        run.start(Runs.shell("sleep 1000 & echo bye"));
        assertThat(Runs.lines(run)).containsExactly("bye");
    }

    @Test
    void an_interrupt_ends_a_wait_and_sticks() throws Exception {
        run.start(Runs.shell("echo waiting; read x"));
        assertThat(Runs.line(run)).isEqualTo("waiting");
        CountDownLatch ended = new CountDownLatch(1);
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                if (run.next(Runs.LONG) instanceof ChildSignal.Interrupted) {
                    ended.countDown();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        run.interrupt();
        waiter.join();
        assertThat(ended.getCount()).isZero();
        assertThat(run.next(Runs.LONG)).isEqualTo(new ChildSignal.Interrupted());
    }

    @Test
    void with_a_controlling_terminal_dev_tty_opens_after_stdin_was_read() throws Exception { // S91
        run.start(Runs.shell(
                "prompt=$(cat); exec 5</dev/tty && [ -t 5 ] && echo \"got $prompt\"; [ -t 0 ] || [ -t 1 ] || echo pipes",
                true,
                OutputLimits.DEFAULT));
        Runs.write(run, "the prompt");
        run.closeStdin();
        assertThat(Runs.lines(run)).containsExactly("got the prompt", "pipes");
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(0));
    }

    @Test
    void without_one_dev_tty_does_not_open() throws Exception {
        run.start(Runs.shell("(exec 5</dev/tty) 2>&- || echo none"));
        assertThat(Runs.lines(run)).containsExactly("none");
    }

    @Test
    void an_ended_run_starts_nothing() throws Exception {
        run.stop(SandboxedRun.Stop.KILL);
        assertThatThrownBy(() -> run.start(Runs.shell("true"))).isInstanceOf(SandboxException.class);
        run.close();
        assertThatThrownBy(() -> run.start(Runs.shell("true"))).isInstanceOf(SandboxException.class);
    }

    private ChildSignal lastSignal() throws InterruptedException {
        ChildSignal signal = run.next(Runs.LONG);
        while (signal instanceof ChildSignal.Line) {
            signal = run.next(Runs.LONG);
        }
        return signal;
    }

    private Path script(String content, String mode) throws Exception {
        Path file = elsewhere.resolve("script" + mode + content.length());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private static ChildSpec spec(Path binary) {
        return new ChildSpec(binary, List.of(), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT);
    }
}
