package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("identity")
class ThrowAwayRunTest extends SandboxedRunContract {
    @SuppressWarnings("NullAway.Init") // the contract opens before each test
    private ThrowAwaySandbox sandbox;

    @Override
    protected SandboxedRun openRun() throws Exception {
        sandbox = Runs.sandbox(root);
        return sandbox.open("tenant", "request");
    }

    @Override
    protected void closeSandbox() throws Exception {
        sandbox.close();
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
                List.of(run.paths().home() + "/.cli/deep/config.json", "-"),
                Map.of(),
                List.of(".cache/x"),
                List.of(new HomeFile(".cli/deep/config.json", "{}\n".getBytes(StandardCharsets.UTF_8))),
                false,
                OutputLimits.DEFAULT));
        Path home = Path.of(run.paths().home());
        // the note of a child is there while it lives
        assertThat(mode(home.resolveSibling("child"))).isEqualTo("rw-------");
        run.closeStdin();
        assertThat(Runs.lines(run)).containsExactly("{}");
        assertThat(mode(home.resolve(".cli/deep/config.json"))).isEqualTo("rw-------");
        assertThat(mode(home.resolve(".cli/deep"))).isEqualTo("rwx------");
        assertThat(mode(home.resolve(".cache/x"))).isEqualTo("rwx------");
        assertThat(mode(home)).isEqualTo("rwx------");
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
