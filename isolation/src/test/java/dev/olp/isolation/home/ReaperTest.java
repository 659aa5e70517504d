package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.ProcessStat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
