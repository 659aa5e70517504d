package dev.olp.isolation.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.NativeTools;
import dev.olp.isolation.bubblewrap.NetworkPolicy;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.ReachableFolder;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.ServiceUser;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the self-test passes here, and that a hole in the sandbox makes it fail. */
@Tag("identity")
class SandboxSelfTestTest {
    private static final SandboxSpec BARE =
            new SandboxSpec(Profile.BARE, NetworkPolicy.NONE, List.of(), true, TmpfsSizes.DEFAULT);

    /** Names that one self-test takes. */
    private static final int MORE_THAN_ENOUGH = 50;

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path root;

    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    private ThrowAwaySandbox runs;
    private BubblewrapSandbox sandbox;
    private Path probe;
    private Path kept;
    private RandomGenerator random = new SecureRandom();

    @BeforeEach
    void open() throws Exception {
        NativePosix posix = NativePosix.load();
        runs = Runs.sandbox(Files.createDirectory(reachable.resolve("runs")));
        sandbox = new BubblewrapSandbox(runs, BARE, Optional.of(ServiceUser.find("nobody")), posix);
        probe = NativeTools.unpack(reachable.resolve("native"), posix.effectiveUserId(), true)
                .probe();
        kept = root.resolve("selftest");
    }

    @AfterEach
    void close() throws Exception {
        runs.close();
    }

    private SelfTestReport report(SandboxSpec spec) throws Exception {
        return test(spec, NOW).run();
    }

    private SandboxSelfTest test(SandboxSpec spec, Instant now) {
        return new SandboxSelfTest(runs, sandbox, spec, probe, random, InstantSource.fixed(now));
    }

    private static List<String> ids(List<CheckResult> results) {
        return results.stream().map(CheckResult::id).toList();
    }

    @Test
    void this_machines_sandbox_holds() throws Exception {
        SelfTestReport report = report(BARE);
        assertThat(report.failed()).isEmpty();
        assertThat(report.proven()).isTrue();
        assertThat(report.at()).isEqualTo(NOW);
        assertThat(report.inputs()).matches("sha256:[0-9a-f]{64}");
        // no keyring, no way out of this machine, no such call on arm64, no cgroup v2
        assertThat(ids(report.skipped()))
                .isSubsetOf("P27", "N01", "N02", "N04", "N05", "N12", "P40", "D01", "D02", "D06");
        assertThat(report.passed()).isGreaterThanOrEqualTo(95);
    }

    @Test
    void nothing_is_left_of_its_canaries() throws Exception {
        long seed = new SecureRandom().nextLong();
        random = new Random(seed);
        assertThat(report(BARE).proven()).isTrue();
        Names names = new Names(new Random(seed));
        List<String> used = Stream.generate(names::next).limit(MORE_THAN_ENOUGH).toList();
        for (String folder : List.of("/tmp", "/dev/shm")) {
            assertThat(used).noneMatch(name -> Files.exists(Path.of(folder, name)));
        }
        assertThat(used).noneMatch(name -> !MarkedProcesses.pids(name).isEmpty());
        assertThat(runs.liveRuns()).isZero();
    }

    @Test
    void a_hole_in_the_mount_plan_fails_it() throws Exception {
        SandboxSpec hole =
                new SandboxSpec(Profile.BARE, NetworkPolicy.NONE, List.of(Path.of("/tmp")), false, TmpfsSizes.DEFAULT);
        SelfTestReport report = report(hole);
        assertThat(report.proven()).isFalse();
        assertThat(ids(report.failed()))
                .contains("F01", "F05", "F06", "F07", "I02", "I06")
                .doesNotContain("I01");
    }

    @Test
    void a_shared_network_fails_it() throws Exception {
        SandboxSpec hole = new SandboxSpec(Profile.BARE, NetworkPolicy.HOST, List.of(), false, TmpfsSizes.DEFAULT);
        assertThat(ids(report(hole).failed())).contains("I01", "N03", "G01").doesNotContain("F01");
    }

    @Test
    void a_probe_that_does_not_run_proves_nothing() throws Exception {
        probe = Path.of("/usr/bin/true");
        SelfTestReport report = report(BARE);
        assertThat(report.proven()).isFalse();
        assertThat(ids(report.failed())).containsExactly(SandboxSelfTest.NOT_TRIED);
        assertThat(report.passed()).isZero();
        assertThat(runs.liveRuns()).isZero();
    }

    @Test
    void a_good_verdict_is_kept_for_a_day() throws Exception {
        SelfTestReport first = test(BARE, NOW).runUnlessProven(kept);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
        Instant later = NOW.plus(Duration.ofHours(23));
        assertThat(test(BARE, later).runUnlessProven(kept)).isEqualTo(first);
        Instant tomorrow = NOW.plus(Duration.ofHours(24));
        assertThat(test(BARE, tomorrow).runUnlessProven(kept).at()).isEqualTo(tomorrow);
        Instant yesterday = NOW.minusSeconds(1);
        assertThat(test(BARE, yesterday).runUnlessProven(kept).at()).isEqualTo(yesterday);
    }

    @Test
    void a_verdict_on_something_else_does_not_count() throws Exception {
        SelfTestReport first = test(BARE, NOW).runUnlessProven(kept);
        Instant later = NOW.plusSeconds(1);
        SandboxSpec smaller = new SandboxSpec(Profile.BARE, NetworkPolicy.NONE, List.of(), false, TmpfsSizes.SMALL);
        SelfTestReport second = test(smaller, later).runUnlessProven(kept);
        assertThat(second.at()).isEqualTo(later);
        assertThat(second.inputs()).isNotEqualTo(first.inputs());
        Files.setLastModifiedTime(probe, FileTime.from(NOW));
        assertThat(test(smaller, NOW.plusSeconds(2)).runUnlessProven(kept).inputs())
                .isNotEqualTo(second.inputs());
    }

    @Test
    void a_verdict_that_others_could_have_written_does_not_count() throws Exception {
        test(BARE, NOW).runUnlessProven(kept);
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-rw----"));
        Instant later = NOW.plusSeconds(1);
        assertThat(test(BARE, later).runUnlessProven(kept).at()).isEqualTo(later);
    }

    @Test
    void a_bad_verdict_is_not_kept() throws Exception {
        probe = Path.of("/usr/bin/true");
        assertThat(test(BARE, NOW).runUnlessProven(kept).proven()).isFalse();
        assertThat(kept).doesNotExist();
    }
}
