package dev.olp.isolation.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** D01: what one run may take of the machine, and that it takes nothing of the next. */
@Tag("identity")
class LimitedRunTest {
    /** Forks until it may not, or has made so many; tells how many, and lets them live on until a line comes. */
    private static final String BOMB = "perl -e '$| = 1; $n = 0;"
            + " while ($n < 300) { $p = fork; last unless defined $p; if (!$p) { sleep 1000; exit } $n++ }"
            + " print \"$n\\n\"; <STDIN>'";

    @TempDir
    Path root;

    @Test
    void a_run_that_forks_without_end_is_stopped_and_takes_nothing_of_another() throws Exception {
        try (Sandboxes sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.USR));
                SandboxedRun first = sandboxes.sandbox.open("a", "1");
                SandboxedRun second = sandboxes.sandbox.open("b", "2")) {
            assertThat(sandboxes.sandbox.limits().processes())
                    .as(sandboxes.sandbox.limits().toString())
                    .isTrue();
            first.start(Runs.shell(BOMB));
            int made = Integer.parseInt(Runs.line(first));
            second.start(Runs.shell(BOMB));
            int madeBeside = Integer.parseInt(Runs.line(second));
            assertThat(List.of(made, madeBeside))
                    .allSatisfy(each -> assertThat(each).isBetween(100, 128));
        }
    }

    @Test
    void without_a_limit_on_memory_a_run_may_write_less() throws Exception {
        try (Sandboxes sandboxes = new Sandboxes(root, SandboxSpec.of(Profile.USR));
                SandboxedRun run = sandboxes.sandbox.open("a", "1")) {
            TmpfsSizes expected = sandboxes.sandbox.limits().memory() ? TmpfsSizes.DEFAULT : TmpfsSizes.SMALL;
            run.start(Runs.shell("df -P -B1 /home/u /tmp /dev/shm | tail -n +2 | while read a b c; do echo $b; done"));
            assertThat(Runs.lines(run))
                    .containsExactly(
                            Long.toString(expected.home()),
                            Long.toString(expected.temp()),
                            Long.toString(expected.shared()));
        }
    }
}
