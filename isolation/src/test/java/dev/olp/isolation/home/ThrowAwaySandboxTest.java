package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("identity")
class ThrowAwaySandboxTest {
    @TempDir
    Path root;

    @Test
    void thirty_runs_killed_at_birth_leave_nothing() throws Exception { // L20
        killEarly(30);
    }

    @Test
    @Tag("long")
    void a_hundred_and_fifty_runs_killed_at_birth_leave_nothing() throws Exception { // L20
        killEarly(150);
    }

    /** Each child forks at once, and again; it is ended somewhere in its first 25 ms. */
    private void killEarly(int times) throws Exception {
        Random random = new Random(20);
        List<Path> homes = new ArrayList<>();
        try (ThrowAwaySandbox sandbox = Runs.sandbox(root)) {
            for (int i = 0; i < times; i++) {
                try (SandboxedRun run = sandbox.open("tenant", "request")) {
                    homes.add(Path.of(run.paths().home()));
                    run.start(Runs.shell("sleep 1000 & (setsid sleep 1000 &) ; sh -c 'sleep 1000 & wait' & wait"));
                    LockSupport.parkNanos(random.nextLong(25_000_000));
                    run.stop(i % 2 == 0 ? SandboxedRun.Stop.KILL : SandboxedRun.Stop.TERMINATE);
                }
            }
            assertThat(sandbox.liveRuns()).isZero();
        }
        assertThat(homes).allSatisfy(home -> assertThat(home.getParent()).doesNotExist());
        assertThat(processesWithEnvironment(root.toString())).isEmpty();
    }

    @Test
    void thirty_two_runs_eight_at_a_time_never_see_each_other() throws Exception { // L21
        Semaphore permits = new Semaphore(8);
        try (ThrowAwaySandbox sandbox = Runs.sandbox(root);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<List<String>>> tasks = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                String mine = "secret-" + i;
                tasks.add(() -> {
                    permits.acquire();
                    try (SandboxedRun run = sandbox.open(mine, mine)) {
                        run.start(Runs.shell(
                                "read x; echo $x >$HOME/f; echo $x >$TMPDIR/f;" + " cat $HOME/* $TMPDIR/*; ls"));
                        Runs.write(run, mine);
                        List<String> lines = Runs.lines(run);
                        assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Exited(0));
                        return lines;
                    } finally {
                        permits.release();
                    }
                });
            }
            List<Future<List<String>>> results = threads.invokeAll(tasks);
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i).get()).containsExactly("secret-" + i, "secret-" + i);
            }
            assertThat(sandbox.liveRuns()).isZero();
        }
    }

    @Test
    void what_is_written_to_stdin_is_in_no_argument_list() throws Exception { // L01
        try (ThrowAwaySandbox sandbox = Runs.sandbox(root);
                SandboxedRun run = sandbox.open("tenant-name-9c1", "request")) {
            run.start(Runs.shell("read x; echo read; read y"));
            Runs.write(run, "prompt-text-7f3");
            assertThat(Runs.line(run)).isEqualTo("read");
            String all = commandLines();
            assertThat(all).contains("read x; echo read");
            assertThat(all).doesNotContain("prompt-text-7f3").doesNotContain("tenant-name-9c1");
        }
    }

    @Test
    void shutting_down_interrupts_and_kills_and_refuses() throws Exception {
        try (ThrowAwaySandbox sandbox = Runs.sandbox(root)) {
            SandboxedRun run = sandbox.open("tenant", "request");
            SandboxedRun unstarted = sandbox.open("tenant", "request");
            run.start(Runs.shell("trap '' TERM; exec sleep 1000"));
            assertThat(sandbox.liveRuns()).isEqualTo(2);
            sandbox.shutdown();
            assertThat(run.next(Runs.LONG)).isEqualTo(new ChildSignal.Interrupted());
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Signalled(9));
            assertThatThrownBy(() -> unstarted.start(Runs.shell("true"))).isInstanceOf(SandboxException.class);
            assertThatThrownBy(() -> sandbox.open("tenant", "request")).isInstanceOf(SandboxException.class);
            run.close();
            unstarted.close();
            assertThat(sandbox.liveRuns()).isZero();
        }
    }

    @Test
    void two_servers_share_a_spawn_root() throws Exception {
        try (ThrowAwaySandbox first = Runs.sandbox(root);
                SandboxedRun run = first.open("tenant", "request")) {
            run.start(Runs.shell("read x; cat $HOME/f"));
            Files.writeString(Path.of(run.paths().home(), "f"), "still here\n");
            Runs.sandbox(root).close(); // it sweeps at its start
            Runs.write(run, "go");
            assertThat(Runs.lines(run)).containsExactly("still here");
        }
    }

    private static List<String> processesWithEnvironment(String text) throws Exception {
        return scan("environ").stream().filter(all -> all.contains(text)).toList();
    }

    private static String commandLines() throws Exception {
        return String.join("\n", scan("cmdline"));
    }

    private static List<String> scan(String file) throws Exception {
        List<String> found = new ArrayList<>();
        for (long pid :
                ProcessHandle.allProcesses().mapToLong(ProcessHandle::pid).toArray()) {
            if (pid == ProcessHandle.current().pid()) {
                continue;
            }
            try {
                byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
                found.add(new String(Arrays.copyOf(bytes, bytes.length), java.nio.charset.StandardCharsets.UTF_8));
            } catch (java.io.IOException gone) {
                // it ended, or is another user's
            }
        }
        return found;
    }
}
