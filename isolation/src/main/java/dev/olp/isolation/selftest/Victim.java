package dev.olp.isolation.selftest;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.ThrowAwaySandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process outside, of the children's user: secrets in its environment and arguments, and what it shares with others. */
final class Victim implements AutoCloseable {
    private static final String VARIABLE = "OLP_CANARY_SECRET";

    /** For its clean-up. */
    private static final Duration END = Duration.ofSeconds(2);

    private final SandboxedRun run;
    private final List<String> lines = new ArrayList<>();

    /** @param random names what it shares, and is its secrets */
    Victim(ThrowAwaySandbox runs, Outside outside, Names random) throws SandboxException, InterruptedException {
        String secret = VARIABLE + "=" + random.next();
        String argument = random.next();
        run = runs.open("selftest", "victim");
        try {
            ProbeRun probe = new ProbeRun(
                    run,
                    outside.child(
                            List.of("victim", argument), Map.of(VARIABLE, secret.substring(VARIABLE.length() + 1))));
            probe.write(List.of("name=" + random.next()));
            do {
                Optional<String> line = probe.line();
                lines.add(line.orElseThrow(() -> new SandboxException("the victim ended")));
            } while (!lines.getLast().startsWith("victim="));
        } catch (SandboxException | InterruptedException e) {
            run.close();
            throw e;
        }
        lines.add("secret=" + secret);
        lines.add("argument=" + argument);
    }

    /** What the probe must know to attack it. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() throws SandboxedRun.Leak, InterruptedException {
        try (run) {
            run.closeStdin();
            run.awaitExit(END);
        }
    }
}
