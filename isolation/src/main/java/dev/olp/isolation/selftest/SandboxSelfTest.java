package dev.olp.isolation.selftest;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.process.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Attacks the real launch from inside and reports how each attack went. It takes about a second, most of it in the
 * starts and kills of sandboxes.
 */
public final class SandboxSelfTest {
    /** What the report calls a sandbox that could not be tried at all. */
    static final String NOT_TRIED = "B01";

    /** Of these only the route is asked for: nothing is ever sent. */
    private static final List<String> ADDRESSES = List.of(
            "routes-only=1",
            "metadata=169.254.169.254 80",
            "neighbour=192.0.2.80 80",
            "names=192.0.2.53 53",
            "resolver=192.0.2.53 53",
            "quic=198.51.100.1 443",
            "quic-six=2001:db8::1 443");

    private final ThrowAwaySandbox runs;
    private final BubblewrapSandbox sandbox;
    private final SandboxSpec spec;
    private final Path probe;
    private final Names names;
    private final InstantSource clock;

    /**
     * @param spec as runs get it; without its bridge
     * @param probe the probe's file, which the children's user can reach
     * @param random must not be foreseeable
     */
    public SandboxSelfTest(
            ThrowAwaySandbox runs,
            BubblewrapSandbox sandbox,
            SandboxSpec spec,
            Path probe,
            RandomGenerator random,
            InstantSource clock) {
        this.runs = runs;
        this.sandbox = sandbox;
        this.spec = new SandboxSpec(
                spec.profile(),
                spec.network(),
                spec.readOnly(),
                spec.sockets(),
                Optional.empty(),
                spec.sizes(),
                spec.tier());
        this.probe = probe;
        this.names = new Names(random);
        this.clock = clock;
    }

    /**
     * The verdict of the last run where it still holds, else that of a run now, which is kept unless something failed.
     *
     * @param kept the file in which verdicts are kept, in a folder of ours alone
     */
    public SelfTestReport runUnlessProven(Path kept) throws InterruptedException {
        VerdictFile file = new VerdictFile(kept);
        Optional<SelfTestReport> known = file.read(Inputs.digest(sandbox.identity(spec), probe), clock.instant());
        if (known.isPresent()) {
            return known.get();
        }
        SelfTestReport report = run();
        if (report.proven()) {
            file.write(report);
        }
        return report;
    }

    /** Runs it now, whatever is known. */
    public SelfTestReport run() throws InterruptedException {
        String inputs = Inputs.digest(sandbox.identity(spec), probe);
        List<CheckResult> results = new ArrayList<>();
        try {
            results.addAll(attack());
        } catch (SandboxException | IOException e) {
            results.add(new CheckResult(NOT_TRIED, Verdict.ALLOWED, String.valueOf(e.getMessage())));
        }
        List<CheckResult> failed = with(results, Verdict.ALLOWED);
        List<CheckResult> skipped = with(results, Verdict.VOID);
        return new SelfTestReport(
                clock.instant(),
                with(results, Verdict.REFUSED).size(),
                failed,
                skipped,
                Remedies.of(failed, sandbox.limits()),
                inputs);
    }

    private List<CheckResult> attack() throws SandboxException, IOException, InterruptedException {
        sandbox.checkBubblewrap();
        Inside inside = new Inside(sandbox, spec, probe, names);
        List<CheckResult> results = new ArrayList<>();
        Outside outside = new Outside(probe, Tools.find().setpriv(), sandbox.user());
        try (Canaries canaries = new Canaries(runs, outside, names)) {
            Map<String, CheckResult> control = canaries.fromOutside(ADDRESSES);
            List<String> lines = canaries.lines();
            lines.addAll(ADDRESSES);
            inside.attempt(lines).forEach(result -> results.add(judge(result, control)));
        }
        results.add(inside.killEarly());
        results.addAll(MachineFacts.of(sandbox.limits()));
        return results;
    }

    /** Where the attack fails without a sandbox too, its failure inside says nothing. */
    private static CheckResult judge(CheckResult inside, Map<String, CheckResult> control) {
        CheckResult outside = control.get(inside.id());
        boolean vacuous = inside.verdict() == Verdict.REFUSED
                && Canaries.CHECKS.contains(inside.id())
                && (outside == null || outside.verdict() != Verdict.ALLOWED);
        String why = outside == null ? "not tried" : outside.detail();
        return vacuous
                ? new CheckResult(inside.id(), Verdict.VOID, "out of reach without a sandbox too: " + why)
                : inside;
    }

    private static List<CheckResult> with(List<CheckResult> results, Verdict verdict) {
        return results.stream().filter(result -> result.verdict() == verdict).toList();
    }
}
