package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.limits.LimitsPosture;
import dev.olp.isolation.limits.RealTree;
import dev.olp.isolation.posix.NativePosix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in a cgroup of its own, on the kernel's tree; where we may write none, that is told, with what to do about it. */
@Tag("identity")
class CgroupRunTest {
    @TempDir
    Path root;

    private Optional<RealTree> made = Optional.empty();

    @SuppressWarnings("NullAway.Init") // made before each test
    private ThrowAwaySandbox runs;

    @SuppressWarnings("NullAway.Init")
    private BubblewrapSandbox sandbox;

    @BeforeEach
    void open() throws Exception {
        made = RealTree.make();
        runs = Runs.sandbox(root);
        Machine machine =
                Machine.look(NativePosix.load(), Optional.of(ServiceUser.find("nobody")), root, TierLook.SYSTEM);
        sandbox = new BubblewrapSandbox(
                runs,
                SandboxSpec.of(Profile.USR),
                made.isPresent() ? machine.with(made.get().limits()) : machine);
    }

    @AfterEach
    void close() throws Exception {
        runs.close();
        if (made.isPresent()) {
            made.get().close();
        }
    }

    private boolean isToldInstead() {
        if (made.isPresent()) {
            return false;
        }
        LimitsPosture posture = sandbox.limits();
        assertThat(posture.level()).isEqualTo(LimitsPosture.Level.NO_CGROUP);
        assertThat(posture.reason()).isPresent();
        assertThat(posture.remedy()).isPresent();
        return true;
    }

    @Test
    void all_of_a_run_is_in_its_cgroup_and_both_are_gone_with_it() throws Exception {
        if (isToldInstead()) {
            return;
        }
        RealTree tree = made.orElseThrow();
        String mark = Sandboxes.mark();
        try (SandboxedRun run = sandbox.open("tenant", "request")) {
            run.start(Runs.shell("(setsid sleep " + mark + " &); echo up; read end"));
            assertThat(Runs.line(run)).isEqualTo("up");
            Path cgroup = tree.runs().getFirst();
            await().untilAsserted(() -> assertThat(Files.readAllLines(cgroup.resolve("cgroup.procs")))
                    .hasSizeGreaterThan(3));
            assertThat(Files.readAllLines(cgroup.resolve("cgroup.procs"))).contains(Long.toString(run.pid()));
        }
        assertThat(tree.runs()).isEmpty();
        assertThat(Sandboxes.named(mark)).isEmpty();
    }

    @Test
    void early_kills_leave_neither_process_nor_cgroup() throws Exception {
        if (isToldInstead()) {
            return;
        }
        RealTree tree = made.orElseThrow();
        String mark = Sandboxes.mark();
        for (int each = 0; each < 20; each++) {
            SandboxedRun run = sandbox.open("tenant", "request");
            run.start(Runs.shell("exec sleep " + mark));
            run.next(Duration.ofMillis(each));
            run.close();
            assertThat(Sandboxes.named(mark)).isEmpty();
        }
        assertThat(tree.runs()).isEmpty();
    }

    @Test
    void a_dead_servers_cgroup_is_killed_by_the_next_sweep() throws Exception {
        if (isToldInstead()) {
            return;
        }
        RealTree tree = made.orElseThrow();
        Path left = Files.createDirectory(tree.root().resolve("run-4194304-1-left"));
        Process process = new ProcessBuilder("sleep", "1000").start();
        try {
            Files.writeString(left.resolve("cgroup.procs"), Long.toString(process.pid()));
            await().until(() -> {
                tree.limits().sweep();
                return !Files.exists(left);
            });
            assertThat(process.waitFor()).isEqualTo(128 + 9);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
