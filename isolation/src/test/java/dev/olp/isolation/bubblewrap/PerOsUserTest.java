package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each tenant a user of its own, as root by becoming it, else by newuidmap; where the machine has no range for us, that
 * is told and nothing less is given.
 */
@Tag("identity")
class PerOsUserTest {
    private static final int FIRST = 700_000_000;

    @TempDir(factory = ReachableFolder.class)
    Path folder;

    @SuppressWarnings("NullAway.Init") // opened before each test
    private ThrowAwaySandbox runs;

    @SuppressWarnings("NullAway.Init")
    private BubblewrapSandbox sandbox;

    private boolean root;

    @BeforeEach
    void open() throws Exception {
        root = NativePosix.load().effectiveUserId() == 0;
        Path spawnRoot = Files.createDirectory(folder.resolve("runs"));
        Files.setPosixFilePermissions(spawnRoot, PosixFilePermissions.fromString("rwx--x--x"));
        runs = Runs.sandbox(spawnRoot);
        sandbox = sandbox(spawnRoot, root ? ranges("nobody:" + FIRST + ":8\n") : TierLook.SYSTEM);
    }

    @AfterEach
    void close() throws Exception {
        runs.close();
    }

    private BubblewrapSandbox sandbox(Path spawnRoot, TierLook tiers) throws Exception {
        return new BubblewrapSandbox(
                runs,
                SandboxSpec.of(Profile.USR),
                Machine.look(NativePosix.load(), Optional.of(ServiceUser.find("nobody")), spawnRoot, tiers));
    }

    private TierLook ranges(String lines) throws Exception {
        Path file = Files.writeString(folder.resolve("ranges"), lines);
        return new TierLook(Path.of("/etc/passwd"), file, file);
    }

    /** Where the machine has no range for us nothing less is given, and what to do is told. */
    private boolean isRefusedHere() {
        TierPosture posture = sandbox.tiers();
        assertThat(posture.best() == DeploymentTier.PER_OS_USER)
                .isEqualTo(posture.reason().isEmpty());
        if (posture.reason().isEmpty()) {
            return false;
        }
        assertThatThrownBy(() -> run("a"))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining(posture.remedy().orElseThrow());
        assertThat(runs.liveRuns()).isZero();
        return true;
    }

    private static SandboxSpec spec(List<Path> readOnly, DeploymentTier tier) {
        return new SandboxSpec(Profile.USR, NetworkPolicy.NONE, readOnly, false, TmpfsSizes.DEFAULT).in(tier);
    }

    private SandboxedRun run(String tenant) throws SandboxException {
        return sandbox.open(tenant, "request", spec(List.of(), DeploymentTier.PER_OS_USER));
    }

    /** A mount plan that lets all of /var in: the service's own file in it is told in one tier and not in the other. */
    @Test
    void a_hole_in_the_mount_plan_shows_the_services_files_only_to_its_own_user() throws Exception {
        if (isRefusedHere()) {
            return;
        }
        Path secret = Files.writeString(folder.resolve("secret"), "the service's secret\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        if (root) {
            Files.setAttribute(
                    secret, "unix:uid", (int) ServiceUser.find("nobody").uid());
        }
        List<Path> hole = List.of(Path.of("/var"));
        assertThat(inside(spec(hole, DeploymentTier.SHARED_OS_USER), "cat " + secret))
                .as("the control")
                .containsExactly("the service's secret");
        assertThat(inside(spec(hole, DeploymentTier.PER_OS_USER), "ls " + secret + "; cat " + secret + " 2>&1"))
                .containsExactly(secret.toString(), "cat: " + secret + ": Permission denied");
    }

    @Test
    void tenants_are_different_users_and_a_tenants_runs_the_same() throws Exception {
        if (isRefusedHere()) {
            return;
        }
        try (SandboxedRun one = run("a");
                SandboxedRun two = run("a");
                SandboxedRun three = run("b")) {
            Set<Integer> first = users(one);
            assertThat(users(two)).isEqualTo(first);
            assertThat(users(three)).hasSize(1).isNotEqualTo(first);
            assertThat(first).hasSize(1).doesNotContain(0, (int)
                    NativePosix.load().effectiveUserId());
        }
    }

    /** Owners of the processes that this run's script started; each shows its own mark. */
    private static Set<Integer> users(SandboxedRun run) throws Exception {
        String mark = Sandboxes.mark();
        run.start(Runs.shell("sleep " + mark + " & echo up; id -G >&2; read end"));
        assertThat(Runs.line(run)).isEqualTo("up");
        await().until(() -> !Sandboxes.named("sleep\0" + mark).isEmpty());
        Set<Integer> owners = new TreeSet<>();
        for (long pid : Sandboxes.named("sleep\0" + mark)) {
            owners.add((Integer) Files.getAttribute(Path.of("/proc/" + pid), "unix:uid"));
        }
        return owners;
    }

    @Test
    void the_service_ends_it_with_all_that_it_left_behind() throws Exception {
        if (isRefusedHere()) {
            return;
        }
        String mark = Sandboxes.mark();
        try (SandboxedRun run = run("a")) {
            run.start(Runs.shell("(setsid sh -c 'exec >&- 2>&- <&-; sleep " + mark + "' &); trap '' TERM; echo up; "
                    + "read end; sleep " + mark));
            assertThat(Runs.line(run)).isEqualTo("up");
            run.stop(SandboxedRun.Stop.TERMINATE);
            run.stop(SandboxedRun.Stop.KILL);
            assertThat(run.awaitExit(Runs.LONG)).isEqualTo(new ExitStatus.Signalled(9));
        }
        assertThat(Sandboxes.named(mark)).isEmpty();
    }

    @Test
    void kills_in_the_first_milliseconds_leave_nothing() throws Exception {
        if (isRefusedHere()) {
            return;
        }
        String mark = Sandboxes.mark();
        for (int each = 0; each < 20; each++) {
            SandboxedRun run = run("a");
            run.start(Runs.shell("exec sleep " + mark));
            run.next(Duration.ofMillis(each));
            run.close();
            assertThat(Sandboxes.named(mark)).isEmpty();
        }
        assertThat(runs.liveRuns()).isZero();
    }

    @Test
    void it_has_no_privileges_and_no_group_of_the_services() throws Exception {
        if (isRefusedHere()) {
            return;
        }
        assertThat(inside(
                        spec(List.of(), DeploymentTier.PER_OS_USER),
                        "id -u; id -G; grep -E '^(Cap|NoNew|Seccomp:|Groups)' /proc/self/status | tr -d '\t'"))
                .containsExactly(
                        "65534",
                        "65534",
                        "Groups: ",
                        "CapInh:0000000000000000",
                        "CapPrm:0000000000000000",
                        "CapEff:0000000000000000",
                        "CapBnd:0000000000000000",
                        "CapAmb:0000000000000000",
                        "NoNewPrivs:1",
                        "Seccomp:2");
    }

    @Test
    void without_a_range_it_is_refused_with_a_remedy_and_nothing_less_is_given() throws Exception {
        BubblewrapSandbox none = sandbox(runs.spawnRoot(), ranges("somebody:100000:65536\n"));
        assertThat(none.tiers().best()).isEqualTo(DeploymentTier.SHARED_OS_USER);
        if (root) {
            assertThat(none.tiers().reason()).contains("the server's user has no subordinate ids");
        }
        assertThat(none.tiers().remedy()).isPresent();
        assertThatThrownBy(() -> none.open("a", "request", spec(List.of(), DeploymentTier.PER_OS_USER)))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining(none.tiers().remedy().orElseThrow());
        assertThat(runs.liveRuns()).isZero();
    }

    @Test
    void a_machine_of_its_own_is_nobodys_to_give() {
        assertThatThrownBy(() -> sandbox.open("a", "request", spec(List.of(), DeploymentTier.SEPARATE_VM)))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("at most per-os-user");
        assertThat(runs.liveRuns()).isZero();
    }

    @Test
    void behind_a_closed_folder_other_users_get_nowhere() throws Exception {
        if (isRefusedHere()) {
            return;
        }
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        assertThat(sandbox(closed, root ? ranges("nobody:" + FIRST + ":8\n") : TierLook.SYSTEM)
                        .tiers()
                        .reason()
                        .orElseThrow())
                .contains("cannot pass");
    }

    private List<String> inside(SandboxSpec spec, String script) throws Exception {
        try (SandboxedRun run = sandbox.open("tenant", "request", spec)) {
            run.start(Runs.shell(script));
            run.closeStdin();
            return Runs.lines(run);
        }
    }
}
