package dev.olp.isolation.selftest;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.ThrowAwaySandbox;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Live things of the host that no sandbox may reach, and the proof that they can be reached without one. */
final class Canaries implements AutoCloseable {
    /** The checks that prove nothing where the same probe fails outside too. */
    static final List<String> CHECKS = List.of(
            "F01", "F05", "F06", "F07", "F12", "P02", "P03", "P04", "P05", "P27", "I01", "I02", "I04", "I05", "I06",
            "I07", "I10", "N01", "N02", "N03", "N04", "N05", "N12");

    /** Of these only the route is asked for: nothing is ever sent. */
    private static final List<String> ADDRESSES = List.of(
            "routes-only=1",
            "metadata=169.254.169.254 80",
            "neighbour=192.0.2.1 80",
            "names=192.0.2.53 53",
            "resolver=192.0.2.53 53",
            "quic=198.51.100.1 443",
            "quic-six=2001:db8::1 443");

    private final ThrowAwaySandbox runs;
    private final Outside outside;
    private final CanaryFiles files;
    private final CanaryServices services;
    private final Victim victim;

    Canaries(ThrowAwaySandbox runs, Outside outside, Names names)
            throws IOException, SandboxException, InterruptedException {
        this.runs = runs;
        this.outside = outside;
        files = new CanaryFiles(outside.user().isPresent(), names);
        try {
            services = new CanaryServices(files.folder().resolve("agent.sock"));
        } catch (IOException e) {
            files.close();
            throw e;
        }
        try {
            victim = new Victim(runs, outside, names);
        } catch (SandboxException | InterruptedException e) {
            try (files) {
                services.close();
            }
            throw e;
        }
    }

    /** What the probe must know to attack them. */
    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>(files.lines());
        lines.addAll(services.lines());
        lines.addAll(victim.lines());
        lines.addAll(ADDRESSES);
        lines.add("host=" + HostNames.host());
        return lines;
    }

    /** How {@link #CHECKS} go without a sandbox. */
    Map<String, CheckResult> fromOutside() throws IOException, SandboxException, InterruptedException {
        List<String> lines = lines();
        lines.addAll(CHECKS);
        try (SandboxedRun run = runs.open("selftest", "outside")) {
            return new ProbeRun(run, outside.child(List.of("check", "outside"), Map.of()))
                    .awaitUp()
                    .attempt(lines);
        }
    }

    @Override
    public void close() throws IOException, SandboxedRun.Leak, InterruptedException {
        try (files;
                services;
                victim) {
            // in the reverse order
        }
    }
}
