package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Signal;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.ProcessStat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("identity")
class ReaperTest {
    @TempDir
    Path root;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatTheSweepSpared() throws Exception {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_recorded_orphan_is_killed_with_its_group_and_nothing_else() throws Exception { // S97
        Process orphan = start(Map.of(), "sleep 1000 & wait");
        Process bystander = start(Map.of(), "exec sleep 1000");
        Path run = deadRun("0badcafe", "run-a", identity(orphan).toString());
        Path other = deadRun(
                "0badcafe",
                "run-b",
                bystander.pid() + " " + (identity(bystander).startTicks() - 1));
        assertThat(sweep().runs()).isEqualTo(2);
        assertThat(orphan.waitFor()).isEqualTo(128 + 9);
        assertThat(bystander.isAlive()).isTrue();
        assertThat(run).doesNotExist();
        assertThat(other).doesNotExist();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void a_process_that_carries_the_runs_folders_is_killed_unrecorded() throws Exception {
        Path run = deadRun("0badcafe", "run-a", "");
        Process marked = start(Map.of("TMPDIR", run + "/tmp"), "exec sleep 1000");
        Process near = start(Map.of("TMPDIR", run + "/tmp/x", "X_HOME", run + "/home"), "exec sleep 1000");
        assertThat(sweep()).isEqualTo(new Reaper.Swept(1, 1));
        assertThat(marked.waitFor()).isEqualTo(128 + 9);
        assertThat(near.isAlive()).isTrue();
    }

    @Test
    void a_record_that_is_no_identity_kills_nobody() throws Exception {
        deadRun("0badcafe", "run-a", "1 1\0 -1");
        Path fifo = deadRun("0badcafe", "run-b", "1 1");
        Files.delete(fifo.resolve("child"));
        assertThat(new ProcessBuilder("mkfifo", fifo.resolve("child").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(sweep()).isEqualTo(new Reaper.Swept(2, 0));
    }

    @Test
    void a_sandbox_in_the_making_is_killed_by_what_it_holds_open() throws Exception {
        Path run = deadRun("0badcafe", "run-a", "");
        Process left = inTheMaking(run);
        Process elsewhere = inTheMaking(Files.createDirectories(root.resolve("somebodys/run-a")));
        assertThat(sweep()).isEqualTo(new Reaper.Swept(1, 1));
        assertThat(left.waitFor()).isEqualTo(128 + 9);
        assertThat(elsewhere.isAlive()).isTrue();
    }

    @Test
    void a_sandbox_that_is_left_in_its_outer_processes_group_is_killed() throws Exception {
        Path run = deadRun("0badcafe", "run-a", "");
        Path elsewhere = Files.createDirectories(root.resolve("somebodys"));
        assertThat(new ProcessBuilder("mkfifo", elsewhere.resolve("args").toString())
                        .start()
                        .waitFor())
                .isZero();
        Process leader = start(
                Map.of(),
                "(exec 3<>" + elsewhere + "/args; exec /usr/bin/bwrap --args 3 -- /bin/true) & echo $!; sleep 1000 &"
                        + " echo $!; wait");
        long left = Long.parseLong(leader.inputReader().readLine());
        long bystander = Long.parseLong(leader.inputReader().readLine());
        await().until(() -> isBubblewrap(left));
        Files.writeString(run.resolve("child"), identity(leader).toString());
        leader.destroyForcibly().waitFor();
        try {
            assertThat(sweep()).isEqualTo(new Reaper.Swept(1, 1));
            await().until(() -> !runs(left));
            assertThat(runs(bystander)).isTrue();
        } finally {
            NativePosix.load().kill(bystander, Signal.KILL);
        }
    }

    @Test
    void a_sandbox_that_lost_its_outer_process_is_killed_by_what_was_told_of_it() throws Exception {
        Path run = deadRun("0badcafe", "run-a", "");
        long inner = orphan(run);
        assertThat(sweep()).isEqualTo(new Reaper.Swept(1, 1));
        await().until(() -> !runs(inner));
    }

    @Test
    void a_pid_that_was_told_of_another_namespace_kills_nobody() throws Exception {
        Path run = deadRun("0badcafe", "run-a", "");
        long inner = orphan(run);
        try {
            String told = Files.readString(run.resolve("status"));
            long own = Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                    .toString()
                    .replaceAll("\\D", ""));
            for (String other : List.of("1", Long.toString(own))) {
                Path again = deadRun("0badcafe", "run-" + other, "");
                Files.writeString(
                        again.resolve("status"),
                        told.replaceFirst("pid-namespace\": \\d+", "pid-namespace\": " + other));
            }
            Path ours = deadRun("0badcafe", "run-ours", "");
            Process bystander = start(Map.of(), "exec sleep 1000");
            Files.writeString(
                    ours.resolve("status"),
                    "{ \"child-pid\": " + bystander.pid() + ", \"pid-namespace\": " + own + " }");
            Files.delete(run.resolve("status"));
            assertThat(sweep()).isEqualTo(new Reaper.Swept(4, 0));
            assertThat(runs(inner)).isTrue();
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            NativePosix.load().kill(inner, Signal.KILL);
        }
    }

    @Test
    void a_sandbox_whose_servers_folder_is_gone_is_killed_once_it_is_init_that_has_it() throws Exception {
        Path run = deadRun("0badcafe", "run-a", "");
        Process ours = inTheMaking(run);
        Path record = root.resolve("pid");
        start(
                        Map.of(),
                        "(setsid sh -c 'echo $$ >" + record + ".new; mv " + record + ".new " + record + "; exec 3<>"
                                + run + "/args; exec /usr/bin/bwrap --args 3 -- /bin/true' &)")
                .waitFor();
        await().until(() -> Files.exists(record));
        long orphan = Long.parseLong(Files.readString(record).strip());
        await().until(() ->
                isBubblewrap(orphan) && ProcessStat.of(orphan).orElseThrow().parent() == 1);
        FolderRemoval.remove(FolderRemoval.open(root), root, Path.of("0badcafe"));
        assertThat(sweep()).isEqualTo(new Reaper.Swept(0, 1));
        await().until(() -> !runs(orphan));
        assertThat(ours.isAlive()).isTrue();
    }

    @Test
    void a_living_instance_is_left_alone() throws Exception {
        try (ThrowAwaySandbox sandbox = Runs.sandbox(root);
                SandboxedRun run = sandbox.open("tenant", "request")) {
            run.start(Runs.shell("read x; echo alive"));
            assertThat(sweep()).isEqualTo(new Reaper.Swept(0, 0));
            // a second look from outside finds it locked, too: our own sweep did not give the lock away
            assertThat(lockedFor(Path.of(run.paths().home(), "../../lock").normalize()))
                    .isTrue();
            Runs.write(run, "go");
            assertThat(Runs.lines(run)).containsExactly("alive");
        }
    }

    @Test
    void an_instance_in_the_making_is_left_alone_for_an_hour() throws Exception {
        Path unborn = Files.createDirectory(root.resolve(".0badcafe"));
        sweep();
        assertThat(unborn).exists();
        new Reaper(root, NativePosix.load(), () -> Instant.now().plus(Duration.ofHours(2))).sweep();
        assertThat(unborn).doesNotExist();
    }

    @Test
    void what_is_no_instance_is_left_alone() throws Exception {
        Path file = Files.writeString(root.resolve("0badcafe"), "no folder");
        Path named = Files.createDirectory(root.resolve("somebodys"));
        Path victim = Files.createDirectory(root.resolve("victim"));
        Files.createSymbolicLink(root.resolve("deadbeef"), victim);
        assertThat(sweep()).isEqualTo(new Reaper.Swept(0, 0));
        assertThat(file).exists();
        assertThat(named).exists();
        assertThat(victim).exists();
    }

    @Test
    void when_the_server_is_killed_its_child_dies_and_the_next_server_clears_the_rest() throws Exception { // S97
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingServer.class.getName(),
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(server);
        List<Long> pids = new ArrayList<>();
        try (var lines = server.inputReader()) {
            for (String line = lines.readLine(); line != null && pids.size() < 3; line = lines.readLine()) {
                if (line.matches("\\d+")) {
                    pids.add(Long.parseLong(line));
                }
                if (pids.size() == 3) {
                    break;
                }
            }
            assertThat(pids).hasSize(3).allMatch(ReaperTest::runs);
            server.destroyForcibly();
            await().until(() -> !runs(pids.getFirst()));
        }
        Runs.sandbox(root).close();
        assertThat(pids).noneMatch(ReaperTest::runs);
        assertThat(root.resolve("work")).isEmptyDirectory();
        assertThat(root.toFile().list()).containsExactly("work");
    }

    private Reaper.Swept sweep() {
        return new Reaper(root, NativePosix.load(), Instant::now).sweep();
    }

    private Path deadRun(String instance, String name, String record) throws Exception {
        Path folder = Files.createDirectories(root.resolve(instance));
        Files.writeString(folder.resolve("owner"), "4194304 1");
        Files.writeString(folder.resolve("lock"), "");
        Path run = folder.resolve(name);
        Files.createDirectories(run.resolve("home/.cli"));
        Files.createDirectories(run.resolve("tmp"));
        Files.writeString(run.resolve("child"), record);
        return run;
    }

    /** A bubblewrap that waits for its arguments, from the run's folder, for ever. */
    private Process inTheMaking(Path run) throws Exception {
        Path arguments = run.resolve("args");
        assertThat(new ProcessBuilder("mkfifo", arguments.toString()).start().waitFor())
                .isZero();
        Process process = start(Map.of(), "exec 3<>" + arguments + "; exec /usr/bin/bwrap --args 3 -- /bin/true");
        await().until(() -> isBubblewrap(process.pid()));
        return process;
    }

    /** A sandbox whose outer process was killed first; its status is in the run's folder. */
    private long orphan(Path run) throws Exception {
        Path status = run.resolve("status");
        Process outer = start(
                Map.of(),
                "exec bwrap --unshare-user --unshare-pid --ro-bind / / --json-status-fd 6 -- /bin/sh -c 'echo in; exec"
                        + " sleep 1000' 6>" + status);
        assertThat(outer.inputReader().readLine()).isEqualTo("in");
        Matcher told = Pattern.compile("child-pid\": (\\d+)").matcher(Files.readString(status));
        assertThat(told.find()).isTrue();
        outer.destroyForcibly().waitFor();
        return Long.parseLong(told.group(1));
    }

    private static boolean isBubblewrap(long pid) throws Exception {
        return Files.readString(Path.of("/proc/" + pid + "/cmdline")).startsWith("/usr/bin/bwrap\0");
    }

    /** A shell that leads a group of its own. */
    private Process start(Map<String, String> environment, String script) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("setsid", "/bin/sh", "-c", "echo up; " + script);
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        return process;
    }

    private static boolean lockedFor(Path lock) throws Exception {
        return new ProcessBuilder("/bin/sh", "-c", "grep -q \":$(stat -c %i \"$0\") \" /proc/locks", lock.toString())
                        .start()
                        .waitFor()
                == 0;
    }

    private static ProcessIdentity identity(Process process) {
        return ProcessStat.of(process.pid()).orElseThrow().identity();
    }

    private static boolean runs(long pid) {
        return ProcessStat.of(pid).filter(ProcessStat::runs).isPresent();
    }
}
