package dev.olp.features.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.selftest.CheckResult;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A probe of the test's own, without a sandbox. */
final class ProbeProcess {
    private static final int SECONDS = 60;

    private ProbeProcess() {}

    /**
     * Runs it to its end.
     *
     * @param lines its standard input
     * @param environment besides the test's own
     * @return by id; empty where it did not come to be
     */
    static Map<String, CheckResult> results(List<String> command, List<String> lines, Map<String, String> environment)
            throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            try (OutputStream in = process.getOutputStream()) {
                in.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            Map<String, CheckResult> results =
                    parse(process.inputReader(StandardCharsets.UTF_8).readAllLines());
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            return results;
        } finally {
            process.destroyForcibly();
        }
    }

    static Map<String, CheckResult> parse(List<String> lines) {
        Map<String, CheckResult> results = new LinkedHashMap<>();
        for (String line : lines) {
            CheckResult.parse(line).ifPresent(result -> results.put(result.id(), result));
        }
        return results;
    }
}
