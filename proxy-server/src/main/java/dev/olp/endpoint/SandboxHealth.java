package dev.olp.endpoint;

import dev.olp.confinement.Posture;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.isolation.contract.ReadProtection;
import dev.olp.isolation.selftest.CheckResult;
import dev.olp.isolation.selftest.SelfTestReport;
import dev.olp.run.ProbedBinary;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.Standing;
import dev.olp.run.ToolTrial;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code /health} and {@code olp selftest} show of the sandbox: how far children are confined, what was proven of it, and each provider's share. */
public final class SandboxHealth {
    private final Posture posture;
    private final Supplier<Optional<SelfTestReport>> selfTest;
    private final Proofs proofs;

    /** @param selfTest the report, once there is one */
    public SandboxHealth(Posture posture, Supplier<Optional<SelfTestReport>> selfTest, Proofs proofs) {
        this.posture = posture;
        this.selfTest = selfTest;
        this.proofs = proofs;
    }

    Posture posture() {
        return posture;
    }

    /** Fills in the object. */
    public void describe(ObjectNode sandbox, Map<String, ProviderRuntime> providers) {
        sandbox.put("available", posture.available())
                .put("active", posture.active())
                .put("posture", posture.level().toString());
        Optional<SelfTestReport> report = selfTest.get();
        report.ifPresent(known -> describe(sandbox.putObject("self_test"), known));
        ArrayNode remedies = sandbox.putArray("remedy");
        posture.remedies().forEach(remedies::add);
        report.ifPresent(known -> known.remedies().stream()
                .filter(remedy -> !posture.remedies().contains(remedy))
                .forEach(remedies::add));
        ObjectNode all = sandbox.putObject("providers");
        providers.forEach((id, runtime) -> describe(all.putObject(id), runtime));
    }

    /** What a provider's requests run now. */
    Optional<ProbedBinary> serving(String provider) {
        return Optional.ofNullable(proofs.standing(provider).binary());
    }

    /** Whether a provider's CLI is offered tools, and why not. */
    void describeTools(ObjectNode node, ProviderRuntime runtime) {
        boolean takes = runtime.provider().hints().takesTools();
        ToolTrial trial = proofs.standing(runtime.provider().id()).tools();
        ToolTrial.Verdict verdict = trial == null ? null : trial.verdict();
        if (takes && (verdict == null || !verdict.known())) {
            node.put("tools", "unknown").put("tools_reason", "not tried yet");
            return;
        }
        String reason = verdict == null ? "its adapter can't offer any" : verdict.reason();
        node.put("tools", reason == null ? "supported" : "refused").put("tools_reason", reason);
    }

    private static void describe(ObjectNode node, SelfTestReport report) {
        node.put("at", report.at().toString()).put("passed", report.passed()).put("inputs", report.inputs());
        ArrayNode failed = node.putArray("failed");
        report.failed().stream().map(CheckResult::toString).forEach(failed::add);
        ArrayNode skipped = node.putArray("skipped");
        report.skipped().stream().map(CheckResult::toString).forEach(skipped::add);
    }

    private void describe(ObjectNode node, ProviderRuntime runtime) {
        IsolationContract contract = runtime.provider().isolation();
        Standing standing = proofs.standing(runtime.provider().id());
        String declared = contract.crossTenantReadProtection().declared();
        String effective = standing.proven() ? declared : ReadProtection.NONE.declared();
        DeploymentTier accepted = runtime.settings().acceptTier();
        node.put("state", standing.state().name().toLowerCase(Locale.ROOT));
        node.put("reason", standing.reason().orElse(null));
        ProbedBinary binary = standing.binary();
        node.put("cli_copied", binary == null ? null : runtime.inventory().isCopy(binary));
        describeTools(node, runtime);
        node.put("update_held_back", proofs.heldBack(runtime.provider().id()).orElse(null));
        node.put("declared", declared);
        node.put("proven", standing.proven());
        node.put("cross_tenant_read_protection", effective);
        node.put("crossTenantReadProtection", effective); // the seed's name
        node.put("recommended_tier", contract.recommendedDeploymentTier().declared());
        node.put("accepted_tier", accepted == null ? null : accepted.declared());
        node.put("effective_tier", posture.tier().declared());
        node.put("credential_mode", contract.credentialMode().declared());
        ArrayNode egress = node.putArray("egress");
        contract.egressHosts().forEach(host -> egress.add(host.toString()));
        ArrayNode layers = node.putArray("layers").add("L1").add("L2");
        if (posture.active()) {
            layers.add("L3");
        }
        if (contract.crossTenantReadProtection() == ReadProtection.TOOL_SUPPRESSION) {
            layers.add("L4");
        }
    }
}
