package dev.olp.isolation.selftest;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.bubblewrap.ServiceUser;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.process.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Live things of the host that no sandbox may reach, and the proof that they can be reached without one. */
public final class Canaries implements AutoCloseable {
    /** The checks that prove nothing where the same probe fails outside too. */
    static final List<String> CHECKS = List.of(
            "F01", "F05", "F06", "F07", "F12", "P02", "P03", "P04", "P05", "P27", "I01", "I02", "I04", "I05", "I06",
            "I07", "I10", "N01", "N02", "N03", "N04", "N05", "N12");

    private final ThrowAwaySandbox runs;
    private final Outside outside;
    private final CanaryFiles files;
    private final CanaryServices services;
    private final Victim victim;

    /**
     * @param probe the probe's file, which the children's user can reach
     * @param user who children are, when this server is root
     * @param random must not be foreseeable
     */
    public Canaries(ThrowAwaySandbox runs, Path probe, Optional<ServiceUser> user, RandomGenerator random)
            throws IOException, SandboxException, InterruptedException {
        this(runs, new Outside(probe, Tools.find().setpriv(), user), new Names(random));
    }

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

    /** What the probe must know to attack them: lines of its standard input. */
    public List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>(files.lines());
        lines.addAll(services.lines());
        lines.addAll(victim.lines());
        lines.add("host=" + HostNames.host());
        return lines;
    }

    /**
     * How {@link #CHECKS} go without a sandbox.
     *
     * @param more what else there is to be reached
     */
    Map<String, CheckResult> fromOutside(List<String> more) throws IOException, SandboxException, InterruptedException {
        List<String> lines = lines();
        lines.addAll(more);
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
