package dev.olp.endpoint;

import dev.olp.auth.Scope;
import dev.olp.logins.LoginSource;
import dev.olp.routing.pauses.Pauses;
import dev.olp.run.CliInventory;
import dev.olp.run.ProbedBinary;
import dev.olp.run.ProviderRuntime;
import dev.olp.warm.SpareCounts;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** How each provider does, for {@code /health} and the management API. What is not known is said to be unknown. */
final class ProviderHealth {
    private final LoginStates shown;
    private final LoginSource logins;
    private final SandboxHealth sandbox;
    private final PlanReports plans;
    private final Supplier<Map<String, SpareCounts>> spares;
    private final Pauses pauses;

    /** @param spares of the providers that shall have some */
    ProviderHealth(
            LoginStates shown,
            LoginSource logins,
            SandboxHealth sandbox,
            PlanReports plans,
            Supplier<Map<String, SpareCounts>> spares,
            Pauses pauses) {
        this.shown = shown;
        this.logins = logins;
        this.sandbox = sandbox;
        this.plans = plans;
        this.spares = spares;
        this.pauses = pauses;
    }

    /** Its CLI, its default account's login and plan, and its runs. */
    void describe(ObjectNode node, ProviderRuntime runtime) {
        String id = runtime.provider().id();
        CliInventory inventory = runtime.inventory();
        Optional<ProbedBinary> known = sandbox.serving(id).or(inventory::known);
        boolean located = inventory.located().isPresent();
        node.put("ok", located);
        node.put("state", known.isPresent() ? "ready" : located ? "not_probed" : "missing");
        node.put("binary", inventory.located().map(Object::toString).orElse(null));
        node.put("version", known.map(ProbedBinary::version).orElse(null));
        node.put("tested", known.map(ProbedBinary::tested).orElse(null));
        sandbox.describeTools(node, runtime);
        LoginHealth.describe(node, shown.state(id), logins.state(id, Scope.DEFAULT_ACCOUNT));
        node.put("active", runtime.slots().active());
        node.put("queued", runtime.slots().queued());
        QuotaBody.describe(node.putObject("quota"), plans.of(id, Scope.DEFAULT_ACCOUNT));
        SpareCounts counts = spares.get().get(id);
        if (counts != null) {
            node.putObject("warm_spares")
                    .put("wanted", counts.wanted())
                    .put("ready", counts.ready())
                    .put("starting", counts.starting())
                    .put("obstacle", counts.obstacle());
        }
        PauseHealth.describe(node, pauses.ofProvider(id));
    }

    /** One account's login and plan. */
    void describe(ObjectNode login, String provider, String account) {
        boolean isDefault = account.equals(Scope.DEFAULT_ACCOUNT);
        LoginHealth.describe(login, isDefault ? shown.state(provider) : "unknown", logins.state(provider, account));
        QuotaBody.describe(login.putObject("quota"), plans.of(provider, account));
    }
}
