package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.posix.NativePosix;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the tests of runs share: a sandbox in a temp folder, children that are shell scripts. */
public final class Runs {
    /** Longer than anything here takes; a test that waits this long has failed. */
    public static final Duration LONG = Duration.ofSeconds(30);

    private Runs() {}

    public static ThrowAwaySandbox sandbox(Path root) throws SandboxException {
        return new ThrowAwaySandbox(root, new byte[32], new SecureRandom(), InstantSource.system(), NativePosix.load());
    }

    public static ChildSpec shell(String script) {
        return shell(script, false, OutputLimits.DEFAULT);
    }

    public static ChildSpec shell(String script, boolean terminal, OutputLimits limits) {
        return new ChildSpec(
                Path.of("/bin/sh"), List.of("-c", script), Map.of(), List.of(), List.of(), terminal, limits);
    }

    /** Writes text to stdin as one line. */
    public static void write(SandboxedRun run, String text) {
        run.write(out -> out.write((text + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** The next line of stdout. */
    public static String line(SandboxedRun run) throws InterruptedException {
        ChildSignal signal = run.next(LONG);
        assertThat(signal).isInstanceOf(ChildSignal.Line.class);
        return new String(((ChildSignal.Line) signal).bytes(), StandardCharsets.UTF_8);
    }

    /** All lines up to the end of stdout. */
    public static List<String> lines(SandboxedRun run) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        while (true) {
            switch (run.next(LONG)) {
                case ChildSignal.Line(byte[] bytes) -> lines.add(new String(bytes, StandardCharsets.UTF_8));
                case ChildSignal.OutputEnded() -> {
                    return lines;
                }
                case ChildSignal other -> throw new AssertionError(other + " after " + lines.size() + " lines");
            }
        }
    }
}
