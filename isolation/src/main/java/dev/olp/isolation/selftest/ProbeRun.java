package dev.olp.isolation.selftest;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run with the probe as its child. */
final class ProbeRun {
    /** For one line: longer than the probe gives any check. */
    private static final Duration LINE = Duration.ofSeconds(12);

    /** For its end, once it said all. */
    private static final Duration END = Duration.ofSeconds(1);

    private final SandboxedRun run;

    ProbeRun(SandboxedRun run, ChildSpec child) throws SandboxException {
        this.run = run;
        run.start(child);
    }

    /** Waits until it runs. */
    ProbeRun awaitUp() throws SandboxException, InterruptedException {
        if (!line().equals(Optional.of("up"))) {
            throw failed("did not start");
        }
        return this;
    }

    /**
     * Has it try attacks.
     *
     * @param lines what there is to be reached, and then ids
     * @return by id, in the probe's order
     * @throws SandboxException when the probe did not run to its end
     */
    Map<String, CheckResult> attempt(List<String> lines) throws SandboxException, InterruptedException {
        write(lines);
        run.closeStdin();
        Map<String, CheckResult> results = new LinkedHashMap<>();
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            CheckResult.parse(line.get()).ifPresent(result -> results.put(result.id(), result));
        }
        if (results.isEmpty() || !run.awaitExit(END).equals(new ExitStatus.Exited(0))) {
            throw failed("did not run to its end");
        }
        return results;
    }

    void write(List<String> lines) {
        byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        run.write(out -> out.write(text));
    }

    /** The next line; empty at the end. */
    Optional<String> line() throws SandboxException, InterruptedException {
        return switch (run.next(LINE)) {
            case ChildSignal.Line(byte[] bytes) -> Optional.of(new String(bytes, StandardCharsets.UTF_8));
            case ChildSignal.OutputEnded() -> Optional.empty();
            case ChildSignal other -> throw failed("ended by " + other);
        };
    }

    SandboxException failed(String how) throws InterruptedException {
        return new SandboxException("the probe " + how + ": " + run.awaitExit(END) + " "
                + run.stderrTail().strip().replace('\n', ' '));
    }
}
