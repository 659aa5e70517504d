package dev.olp.bench;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.Sandbox;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.NativeTools;
import dev.olp.isolation.bubblewrap.NetworkPolicy;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.ServiceUser;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.selftest.SandboxSelfTest;
import dev.olp.isolation.selftest.SelfTestReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the sandbox costs by itself, made in this process as the server makes it: a launch, and its self-test. */
final class SandboxCost {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int WARM_UP = 15;
    private static final int SELF_TESTS = 5;
    private static final int SECRET_BYTES = 32;
    private static final double LAUNCH_TARGET_MS = 20;
    private static final double CPU_TARGET_MS = 3;
    private static final double SELF_TEST_TARGET_MS = 1500;
    private static final double KEPT_TARGET_MS = 20;
    private static final Path NOTHING = Path.of("/usr/bin/true");

    private final int launches;

    /** @param launches of each kind */
    SandboxCost(int launches) {
        this.launches = launches;
    }

    List<Row> measure() throws IOException, InterruptedException {
        // root's children are another user, who must get there
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "olp-bench-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Posix posix = NativePosix.load();
        try (ThrowAwaySandbox homes = new ThrowAwaySandbox(
                Files.createDirectory(folder.resolve("runs")),
                new byte[SECRET_BYTES],
                new SecureRandom(),
                InstantSource.system(),
                posix)) {
            Files.setPosixFilePermissions(folder.resolve("runs"), PosixFilePermissions.fromString("rwx--x--x"));
            boolean root = posix.effectiveUserId() == 0;
            BubblewrapSandbox sandbox = new BubblewrapSandbox(
                    homes,
                    SandboxSpec.of(Profile.USR),
                    root ? Optional.of(ServiceUser.find("nobody")) : Optional.empty(),
                    posix);
            List<Row> rows = new ArrayList<>(launches(homes, sandbox));
            rows.addAll(selfTests(
                    new SandboxSelfTest(
                            homes,
                            sandbox,
                            new SandboxSpec(
                                    Profile.BARE, NetworkPolicy.NONE, List.of(), true, TmpfsSizes.ofThisMachine()),
                            NativeTools.unpack(folder.resolve("bin"), posix.effectiveUserId(), root)
                                    .probe(),
                            new SecureRandom(),
                            InstantSource.system()),
                    folder.resolve("kept")));
            return rows;
        } catch (SandboxException e) {
            throw new IOException("no sandbox can be measured here: " + e.getMessage(), e);
        } finally {
            Folders.remove(folder);
        }
    }

    private List<Row> launches(Sandbox plain, Sandbox sandbox)
            throws IOException, SandboxException, InterruptedException {
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int i = -WARM_UP; i < launches; i++) {
            double one = launch(sandbox);
            double other = launch(plain);
            if (i >= 0) {
                with.add(one);
                without.add(other);
            }
        }
        double added = Medians.of(with) - Medians.of(without);
        double cpu = cpuMs(sandbox);
        double plainCpu = cpuMs(plain);
        return List.of(
                Row.of(
                        "a launch in the sandbox, ms",
                        Medians.of(with),
                        Medians.of(without),
                        "the same without",
                        "≤ 20 ms more",
                        added <= LAUNCH_TARGET_MS,
                        "`true`, from opening the run to nothing left of it; median of %d: %+.1f ms"
                                .formatted(launches, added)),
                Row.of(
                        "CPU of a launch in the sandbox, ms",
                        cpu,
                        plainCpu,
                        "the same without",
                        "≤ 3 ms more",
                        cpu - plainCpu <= CPU_TARGET_MS,
                        "ours and the children's, mean of %d: %+.1f ms".formatted(launches, cpu - plainCpu)));
    }

    private double cpuMs(Sandbox sandbox) throws IOException, SandboxException, InterruptedException {
        long self = ProcessHandle.current().pid();
        double before = ProcFiles.cpuSecondsWithChildren(self);
        for (int i = 0; i < launches; i++) {
            launch(sandbox);
        }
        return (ProcFiles.cpuSecondsWithChildren(self) - before) * 1000 / launches;
    }

    private static double launch(Sandbox sandbox) throws SandboxException, InterruptedException {
        long started = System.nanoTime();
        try (SandboxedRun run = sandbox.open("bench", "launch")) {
            run.start(new ChildSpec(NOTHING, List.of(), Map.of(), List.of(), List.of(), false, OutputLimits.DEFAULT));
            run.closeStdin();
            run.awaitExit(LIMIT);
        }
        return (System.nanoTime() - started) / 1e6;
    }

    private static List<Row> selfTests(SandboxSelfTest test, Path kept) throws IOException, InterruptedException {
        List<Double> whole = new ArrayList<>();
        List<Double> known = new ArrayList<>();
        SelfTestReport report = test.runUnlessProven(kept); // cold: not counted
        if (!report.proven()) {
            throw new IOException("the sandbox does not hold here: " + report.failed());
        }
        for (int i = 0; i < SELF_TESTS; i++) {
            long started = System.nanoTime();
            test.run();
            whole.add((System.nanoTime() - started) / 1e6);
            started = System.nanoTime();
            test.runUnlessProven(kept);
            known.add((System.nanoTime() - started) / 1e6);
        }
        double wholeMs = Medians.of(whole);
        double keptMs = Medians.of(known);
        return List.of(
                Row.of(
                        "self-test of the sandbox, warm, ms",
                        wholeMs,
                        keptMs,
                        "its kept verdict",
                        "≤ 1500 ms",
                        wholeMs <= SELF_TEST_TARGET_MS,
                        report.passed() + " attacks refused, median of " + SELF_TESTS),
                Row.of(
                        "its kept verdict, ms",
                        keptMs,
                        wholeMs,
                        "the self-test",
                        "≤ 20 ms",
                        keptMs <= KEPT_TARGET_MS,
                        "median of " + SELF_TESTS));
    }
}
