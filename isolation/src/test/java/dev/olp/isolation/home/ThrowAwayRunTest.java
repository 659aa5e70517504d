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
import dev.olp.isolation.process.ProcessStat;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("identity")
class ThrowAwayRunTest {
    @TempDir
    Path root;

    private ThrowAwaySandbox sandbox;
    private SandboxedRun run;

    @BeforeEach
    void open() throws Exception {
        sandbox = Runs.sandbox(root);
        run = sandbox.open("tenant", "request");
    }

    @AfterEach
    void close() throws Exception {
        sandbox.close();
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

    @Test
    void the_child_leads_a_group_and_session_of_its_own_and_has_three_files_open() throws Exception {
        run.start(
                Runs.shell(
                        "echo $$; for fd in /proc/$$/fd/*; do [ ! -e $fd ] || echo ${fd##*/}; done; umask; ulimit -c; pwd; read x"));
        assertThat(Runs.line(run)).isEqualTo(Long.toString(run.pid()));
        ProcessStat stat = ProcessStat.of(run.pid()).orElseThrow();
        assertThat(stat.group()).isEqualTo(run.pid());
        assertThat(stat.session()).isEqualTo(run.pid());
        run.closeStdin();
        assertThat(Runs.lines(run))
                .containsExactly("0", "1", "2", "0077", "0", run.paths().work());
    }

    @Test
    void files_are_private_and_in_place_before_the_child_starts() throws Exception {
        run.start(new ChildSpec(
                Path.of("/bin/cat"),
                List.of(run.paths().home() + "/.cli/deep/config.json"),
                Map.of(),
                List.of(".cache/x"),
                List.of(new HomeFile(".cli/deep/config.json", "{}\n".getBytes(StandardCharsets.UTF_8))),
                false,
                OutputLimits.DEFAULT));
        assertThat(Runs.lines(run)).containsExactly("{}");
        Path home = Path.of(run.paths().home());
        assertThat(mode(home.resolve(".cli/deep/config.json"))).isEqualTo("rw-------");
        assertThat(mode(home.resolve(".cli/deep"))).isEqualTo("rwx------");
        assertThat(mode(home.resolve(".cache/x"))).isEqualTo("rwx------");
        assertThat(mode(home.resolveSibling("."))).isEqualTo("rwx------");
        assertThat(mode(home.resolveSibling("child"))).isEqualTo("rw-------");
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
    void the_last_words_are_there_once_the_exit_is_known() throws Exception {
        run.start(Runs.shell("yes flood | head -c 2000000 >&2; echo last words >&2"));
        run.awaitExit(Runs.LONG);

        assertThat(run.stderrTail()).endsWith("last words\n");
    }

    @Test
    void a_slow_reader_makes_the_child_wait() throws Exception {
        run.start(Runs.shell("i=0; while [ $i -lt 40 ]; do head -c 100000 /dev/zero | tr '\\0' x; echo;"
                + " i=$((i+1)); echo $i >$TMPDIR/progress; done"));
        Path progress = Path.of(run.paths().temp(), "progress");
        await().until(() ->
                Files.exists(progress) && !Files.readString(progress).isEmpty());
        // 1 MiB in the queue, one line on its way, 64 KiB in the pipe: the child cannot be past the fifteenth
        await().during(Duration.ofMillis(300)).until(() -> written(progress) < 15);
        assertThat(Runs.lines(run)).hasSize(40);
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
    void kill_takes_the_whole_group_at_once() throws Exception {
        run.start(Runs.shell("trap '' TERM; sleep 1000 & echo $!; wait"));
        long grandchild = Long.parseLong(Runs.line(run));
        run.stop(SandboxedRun.Stop.KILL);
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Signalled(9));
        run.close();
        assertThat(runs(grandchild)).isFalse();
    }

    @Test
    void a_daemon_that_left_the_session_is_found_and_killed() throws Exception { // L07
        run.start(Runs.shell("setsid sh -c 'exec >&- 2>&- <&-; echo $$ >$TMPDIR/daemon; exec sleep 1000' & wait"));
        Path file = Path.of(run.paths().temp(), "daemon");
        await().until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        long daemon = Long.parseLong(Files.readString(file).strip());
        assertThat(runs(daemon)).isTrue();
        run.close();
        assertThat(runs(daemon)).isFalse();
    }

    @Test
    void a_daemon_that_was_adopted_by_init_is_found_and_killed() throws Exception {
        run.start(Runs.shell("(setsid sh -c 'exec >&- 2>&- <&-; echo $$ >$TMPDIR/daemon; exec sleep 1000' &); exit 3"));
        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(3));
        Path file = Path.of(run.paths().temp(), "daemon");
        await().until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        long daemon = Long.parseLong(Files.readString(file).strip());
        run.close();
        assertThat(runs(daemon)).isFalse();
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
    void a_child_with_a_terminal_and_its_children_die_with_the_run() throws Exception {
        run.start(Runs.shell("trap '' TERM HUP; sleep 1000 & echo $!; wait", true, OutputLimits.DEFAULT));
        long grandchild = Long.parseLong(Runs.line(run));
        run.close();
        assertThat(runs(grandchild)).isFalse();
        assertThat(runs(run.pid())).isFalse();
    }

    @Test
    void closing_twice_is_closing_once() throws Exception {
        run.start(Runs.shell("exec sleep 1000"));
        run.close();
        run.close();
        assertThat(Path.of(run.paths().home()).getParent()).doesNotExist();
        assertThat(sandbox.liveRuns()).isZero();
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
        Path file = Path.of(run.paths().home(), "script" + mode + content.length());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private static ChildSpec spec(Path binary) {
        return new ChildSpec(binary, List.of(), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT);
    }

    private static int written(Path progress) throws Exception {
        String text = Files.readString(progress).strip();
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    private static boolean runs(long pid) {
        return ProcessStat.of(pid).filter(ProcessStat::runs).isPresent();
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
