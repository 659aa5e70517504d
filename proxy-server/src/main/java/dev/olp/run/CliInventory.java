package dev.olp.run;

import dev.olp.confinement.Confinement;
import dev.olp.confinement.ConfinementException;
import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.process.QuickIdentity;
import dev.olp.provider.Fault;
import dev.olp.provider.Probe;
import dev.olp.provider.Provider;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One provider's CLI: where it is, and what its probes said. Probed lazily, once per identity of the file, by one
 * thread at a time; a replaced binary is probed anew at the next request, a failed probe not before a while.
 */
public final class CliInventory {
    private static final Logger log = LoggerFactory.getLogger(CliInventory.class);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final Provider provider;
    private final BinaryLocator locator;
    private final @Nullable String configured;
    private final CliCopies copies;
    private final Confinement confinement;
    private final LongSupplier ticker;
    private final ReentrantLock probing = new ReentrantLock();
    private volatile @Nullable Probed last;
    private volatile @Nullable ProbedBinary good;

    public CliInventory(
            Provider provider,
            BinaryLocator locator,
            @Nullable String configured,
            CliCopies copies,
            Confinement confinement,
            LongSupplier ticker) {
        this.provider = provider;
        this.locator = locator;
        this.configured = configured;
        this.copies = copies;
        this.confinement = confinement;
        this.ticker = ticker;
    }

    /** The last that could be run, told without running anything; empty before the first. */
    public Optional<ProbedBinary> known() {
        return Optional.ofNullable(good);
    }

    /** Whether it is a copy of ours, which an update of the file that it was made from does not touch. */
    public boolean isCopy(ProbedBinary binary) {
        return copies.holds(binary.path());
    }

    CliCopies copies() {
        return copies;
    }

    /** Where the executable is, probed or not. */
    public Optional<Path> located() {
        return locator.find(configured, provider.hints().commandName());
    }

    /**
     * The usable binary, probing it if it is new.
     *
     * @throws Unusable when there is none, a required probe failed, or it must not be run here
     */
    public ProbedBinary get() throws Unusable, InterruptedException {
        Path path = located()
                .orElseThrow(() -> new Unusable(
                        Fault.Kind.NOT_STARTABLE,
                        configured == null
                                ? "no executable %s on PATH"
                                        .formatted(provider.hints().commandName())
                                : "no executable at the configured path " + configured));
        String identity = QuickIdentity.of(path);
        Probed probed = last;
        if (probed == null || !probed.identity.equals(identity) || probed.retryDue(ticker.getAsLong())) {
            probing.lockInterruptibly();
            try {
                probed = last;
                if (probed == null || !probed.identity.equals(identity) || probed.retryDue(ticker.getAsLong())) {
                    probed = probe(copies.of(path), identity);
                    last = probed;
                    good = probed.binary == null ? good : probed.binary;
                }
            } finally {
                probing.unlock();
            }
        }
        if (probed.binary == null) {
            throw new Unusable(probed.kind, probed.failure);
        }
        return probed.binary;
    }

    private Probed probe(Path path, String identity) throws InterruptedException {
        Map<String, String> outputs = new HashMap<>();
        for (Probe probe : provider.probes()) {
            try {
                outputs.put(probe.name(), run(path, probe));
            } catch (SandboxException e) {
                log.atWarn()
                        .addKeyValue("provider", provider.id())
                        .addKeyValue("probe", probe.name())
                        .addKeyValue("binary", path)
                        .addKeyValue("cause", Redaction.forLog(String.valueOf(e.getMessage())))
                        .log("probe failed");
                if (probe.required()) {
                    return Probed.failed(
                            identity,
                            e instanceof ConfinementException
                                    ? Fault.Kind.SANDBOX_UNAVAILABLE
                                    : Fault.Kind.NOT_STARTABLE,
                            "probe " + probe.name() + ": " + Redaction.forLog(String.valueOf(e.getMessage())),
                            retryAt());
                }
            }
        }
        String version;
        try {
            version = provider.parseVersion(outputs.getOrDefault(Probe.VERSION, ""));
        } catch (IllegalArgumentException e) {
            return Probed.failed(identity, Fault.Kind.NOT_STARTABLE, "not a known CLI: " + e.getMessage(), retryAt());
        }
        boolean tested = provider.testedWith(version);
        log.atLevel(tested ? org.slf4j.event.Level.INFO : org.slf4j.event.Level.WARN)
                .addKeyValue("provider", provider.id())
                .addKeyValue("binary", path)
                .addKeyValue("version", version)
                .log(tested ? "CLI found" : "CLI version outside the tested range");
        return new Probed(
                identity,
                new ProbedBinary(path, version, tested, outputs),
                Fault.Kind.NOT_STARTABLE,
                "",
                Long.MAX_VALUE);
    }

    private long retryAt() {
        return ticker.getAsLong() + RETRY_AFTER.toNanos();
    }

    private String run(Path path, Probe probe) throws SandboxException, InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (SandboxedRun run = confinement.openProbe("probe-" + provider.id(), path)) {
            run.start(new ChildSpec(
                    path,
                    probe.args(),
                    provider.probeEnvironment(run.paths()),
                    List.of(),
                    List.of(),
                    false,
                    OutputLimits.DEFAULT));
            run.closeStdin();
            long deadline = ticker.getAsLong() + PROBE_TIMEOUT.toNanos();
            while (true) {
                switch (run.next(Duration.ofNanos(Math.max(0, deadline - ticker.getAsLong())))) {
                    case ChildSignal.Line line -> {
                        output.writeBytes(line.bytes());
                        output.write('\n');
                    }
                    case ChildSignal.OutputEnded _ -> {
                        ExitStatus exit = run.awaitExit(Duration.ofSeconds(2));
                        if (!exit.equals(new ExitStatus.Exited(0))) {
                            throw new SandboxException(
                                    exit + " " + run.stderrTail().strip());
                        }
                        return output.toString(StandardCharsets.UTF_8);
                    }
                    case ChildSignal.TimedOut _ ->
                        throw new SandboxException("no end within " + PROBE_TIMEOUT.toSeconds() + " s");
                    case ChildSignal.Interrupted _ -> throw new SandboxException("interrupted");
                    case ChildSignal.LimitExceeded limit ->
                        throw new SandboxException("output cap passed: " + limit.cap());
                }
            }
        }
    }

    private record Probed(
            String identity, @Nullable ProbedBinary binary, Fault.Kind kind, String failure, long retryAtNanos) {
        static Probed failed(String identity, Fault.Kind kind, String failure, long retryAtNanos) {
            return new Probed(identity, null, kind, failure, retryAtNanos);
        }

        boolean retryDue(long now) {
            return binary == null && now - retryAtNanos >= 0;
        }
    }

    /** The CLI cannot be run. */
    public static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        private final Fault.Kind kind;
        private final String reason;

        Unusable(Fault.Kind kind, String reason) {
            super(reason, null, false, false);
            this.kind = kind;
            this.reason = reason;
        }

        public Fault fault() {
            return Fault.of(kind, reason);
        }
    }
}
