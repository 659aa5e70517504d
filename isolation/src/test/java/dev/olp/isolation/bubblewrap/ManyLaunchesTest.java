package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.home.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a long life of many runs leaves nothing behind: no process, file, descriptor, thread or mount. */
class ManyLaunchesTest {
    private static final int LAUNCHES = 10_000;
    private static final int AT_ONCE = 8;

    /** Every so manieth is killed in its first milliseconds. */
    private static final int EARLY = 10;

    /** Descriptors and threads that the JVM may open meanwhile for itself. */
    private static final int OF_THE_JVM = 20;

    @TempDir
    Path root;

    private final String mark = Sandboxes.mark();

    @Test
    @Tag("long")
    void ten_thousand_launches_leave_nothing() throws Exception {
        try (Sandboxes sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.BARE))) {
            launch(sandboxes, AT_ONCE);
            long descriptors = entries("/proc/self/fd");
            long threads = entries("/proc/self/task");
            long mounts = mounts();
            launch(sandboxes, LAUNCHES);
            assertThat(Sandboxes.named(mark)).isEmpty();
            try (Stream<Path> left = Files.walk(root)) {
                assertThat(left.filter(Files::isRegularFile)
                                .map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("lock", "owner");
            }
            assertThat(mounts()).isEqualTo(mounts);
            await().untilAsserted(() -> {
                assertThat(entries("/proc/self/fd")).isLessThan(descriptors + OF_THE_JVM);
                assertThat(entries("/proc/self/task")).isLessThan(threads + OF_THE_JVM);
            });
        }
        try (Stream<Path> left = Files.list(root)) {
            assertThat(left).containsExactly(root.resolve("work"));
        }
    }

    private void launch(Sandboxes sandboxes, int times) throws Exception {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<ExitStatus>> launches = IntStream.range(0, times)
                    .<Callable<ExitStatus>>mapToObj(each -> () -> launch(sandboxes, each % EARLY == 1, each))
                    .toList();
            for (Future<ExitStatus> ended : threads.invokeAll(launches)) {
                assertThat(ended.get()).isEqualTo(new ExitStatus.Exited(0));
            }
        }
    }

    /** @return how it ended; as if by itself for one that was killed */
    private ExitStatus launch(Sandboxes sandboxes, boolean early, int number) throws Exception {
        try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request")) {
            run.start(new ChildSpec(
                    Path.of("/usr/bin/sh"),
                    List.of("-c", early ? "read end" : ":", mark),
                    Map.of(),
                    List.of(),
                    List.of(),
                    false,
                    OutputLimits.DEFAULT));
            if (early) {
                run.next(Duration.ofMillis(number % 25));
                return new ExitStatus.Exited(0);
            }
            return run.awaitExit(Runs.LONG);
        }
    }

    private static long entries(String folder) throws IOException {
        try (Stream<Path> all = Files.list(Path.of(folder))) {
            return all.count();
        }
    }

    private static long mounts() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
            return lines.count();
        }
    }
}
