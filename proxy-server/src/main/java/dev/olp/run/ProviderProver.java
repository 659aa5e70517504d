package dev.olp.run;

import dev.olp.confinement.Confinement;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.CredentialMode;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.isolation.contract.ReadProtection;
import dev.olp.isolation.process.QuickIdentity;
import dev.olp.isolation.selftest.CheckResult;
import dev.olp.isolation.selftest.Inputs;
import dev.olp.isolation.selftest.SelfTestReport;
import dev.olp.isolation.selftest.Verdict;
import dev.olp.isolation.selftest.VerdictFile;
import dev.olp.provider.Fault;
import dev.olp.provider.Provider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a provider may serve: its probes, the sandbox's self-test, a hostile model's run where its contract
 * promises that the model has no tools, and the tier that it then needs.
 */
public final class ProviderProver implements Proofs.Prover {
    private static final Logger log = LoggerFactory.getLogger(ProviderProver.class);

    private final Optional<SandboxProof> sandbox;
    private final Function<String, String> models;
    private final DeploymentTier hostTier;
    private final Path kept;
    private final HostileModel hostile;
    private final ToolProof tools;
    private final LongSupplier ticker;
    private final InstantSource clock;

    /**
     * @param sandbox empty where there is no outer sandbox to prove
     * @param models a model of a provider's, by its id
     * @param hostTier what this host gives
     * @param kept folder of good verdicts, ours alone
     */
    public ProviderProver(
            Confinement confinement,
            Optional<SandboxProof> sandbox,
            Function<String, String> models,
            DeploymentTier hostTier,
            Path kept,
            SecureRandom random,
            InstantSource clock,
            LongSupplier ticker) {
        this.sandbox = sandbox;
        this.models = models;
        this.hostTier = hostTier;
        this.kept = kept;
        this.hostile = new HostileModel(confinement, random, ticker);
        this.tools = new ToolProof(confinement, ticker);
        this.ticker = ticker;
        this.clock = clock;
    }

    @Override
    public Standing prove(ProviderRuntime runtime) {
        try {
            if (sandbox.isEmpty() || runtime.inventory().located().isEmpty()) {
                // the operator's word, or there is nothing that could run
                ProbedBinary binary = runtime.inventory().get();
                return Standing.ready(binary, false, trial(runtime.provider(), binary, ""));
            }
            // first: where it does not hold, or cannot be made, no CLI is run to ask for its version either
            SelfTestReport report = sandbox.get().report();
            if (!report.proven()) {
                return Standing.off(
                        null, unavailable("the sandbox did not hold: " + report.failed() + "; " + report.remedies()));
            }
            ProbedBinary binary = runtime.inventory().get();
            ToolTrial trial = trial(runtime.provider(), binary, report.inputs());
            return tiers(runtime, binary, isProven(runtime.provider(), binary, report), trial);
        } catch (CliInventory.Unusable e) {
            return Standing.off(null, e.fault());
        } catch (SandboxException | IOException e) {
            return Standing.off(null, unavailable("it could not be proven: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Standing.off(null, unavailable("the server stops"));
        }
    }

    private boolean isProven(Provider provider, ProbedBinary binary, SelfTestReport sandboxReport)
            throws SandboxException, IOException, InterruptedException {
        // a run that goes to the vendor's hosts itself cannot be sent to a hostile model
        if (provider.isolation().crossTenantReadProtection() != ReadProtection.TOOL_SUPPRESSION
                || provider.isolation().credentialMode() != CredentialMode.GATEWAY) {
            return false;
        }
        VerdictFile file = new VerdictFile(kept.resolve(provider.id()));
        String inputs = inputs(provider, binary, sandboxReport.inputs());
        if (file.read(inputs, clock.instant()).isPresent()) {
            return true;
        }
        List<CheckResult> results = hostile.attack(provider, binary, models.apply(provider.id()));
        List<CheckResult> failed = new ArrayList<>(results);
        failed.removeIf(result -> result.verdict() == Verdict.REFUSED);
        if (!failed.isEmpty()) {
            throw new SandboxException("a hostile model got through: " + failed);
        }
        file.write(new SelfTestReport(clock.instant(), results.size(), List.of(), List.of(), List.of(), inputs));
        return true;
    }

    private static String inputs(Provider provider, ProbedBinary binary, String sandbox) throws IOException {
        return Inputs.digest(
                List.of(sandbox, QuickIdentity.of(binary.path()), provider.id(), provider.adapterVersion()));
    }

    /** Where there is no sandbox to prove, nothing is run before somebody asks. */
    private @Nullable ToolTrial trial(Provider provider, ProbedBinary binary, String sandbox) {
        return provider.hints().takesTools()
                ? new ToolTrial(!sandbox.isEmpty(), () -> toolless(provider, binary, sandbox), ticker)
                : null;
    }

    /** Why this CLI is not offered tools; empty where it may be. */
    private Optional<String> toolless(Provider provider, ProbedBinary binary, String sandbox)
            throws SandboxException, IOException, InterruptedException {
        VerdictFile file = new VerdictFile(kept.resolve(provider.id() + "-tools"));
        String inputs = inputs(provider, binary, sandbox);
        if (file.read(inputs, clock.instant()).isPresent()) {
            return Optional.empty();
        }
        List<CheckResult> failures = tools.failures(provider, binary, models.apply(provider.id()));
        if (!failures.isEmpty()) {
            log.atWarn()
                    .addKeyValue("provider", provider.id())
                    .addKeyValue("version", binary.version())
                    .addKeyValue("failed", failures)
                    .log("its CLI is not offered tools");
            return Optional.of(binary.version() + " did not pass: " + failures);
        }
        file.write(new SelfTestReport(clock.instant(), 1, List.of(), List.of(), List.of(), inputs));
        return Optional.empty();
    }

    /** What is proven of a provider lets it share a user with others; else its contract's advice stands. */
    private Standing tiers(ProviderRuntime runtime, ProbedBinary binary, boolean proven, @Nullable ToolTrial trial) {
        IsolationContract contract = runtime.provider().isolation();
        DeploymentTier needed = proven ? DeploymentTier.SHARED_OS_USER : contract.recommendedDeploymentTier();
        DeploymentTier accepted = runtime.settings().acceptTier();
        if (accepted != null && needed.holds(accepted)) {
            needed = accepted;
        }
        String id = runtime.provider().id();
        return hostTier.holds(needed)
                ? Standing.ready(binary, proven, trial)
                : Standing.off(
                        binary,
                        unavailable(id + " needs " + needed.declared() + ", and this server gives "
                                + hostTier.declared() + " (to accept less: providers." + id + ".accept_tier)"));
    }

    private static Fault unavailable(String why) {
        return Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, why);
    }
}
