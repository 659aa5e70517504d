package dev.olp.app;

import dev.olp.config.ProviderSettings;
import dev.olp.confinement.RunWish;
import dev.olp.isolation.contract.CredentialMode;
import dev.olp.logins.LoginPlaces;
import dev.olp.logins.UnrenewedLogins;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaBook;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.Price;
import dev.olp.routing.Hop;
import dev.olp.run.Cancellation;
import dev.olp.run.PlanProbe;
import dev.olp.run.ProbedBinary;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RunCloser;
import dev.olp.run.RunEngine;
import dev.olp.run.Spares;
import dev.olp.run.Standing;
import dev.olp.run.StartedRun;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks providers for their plans' windows, where the operator wants that, somebody looks at them, and they are not known.
 * Only when a slot is free and nothing is held against the account; whatever comes of it is held against nobody.
 */
final class PlanProbes {
    private static final Logger log = LoggerFactory.getLogger(PlanProbes.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Installation olp;
    private final CurrentServing current;
    private final LoginPlaces places;
    private final Cancellation stopping = new Cancellation();

    private PlanProbes(Installation olp, CurrentServing current) {
        this.olp = olp;
        this.current = current;
        this.places = new LoginPlaces(olp.environment(), olp.home().logins());
    }

    static Closings.Closing start(Installation olp, CurrentServing current) {
        PlanProbes probes = new PlanProbes(olp, current);
        Repeating repeating = Repeating.start("plan-probes", INTERVAL, probes::look);
        return () -> {
            repeating.close();
            probes.stopping.cancel(Cancellation.Reason.SERVER_STOPPING);
            probes.awaitEnd();
        };
    }

    /** Why a provider cannot be asked; empty when it can. */
    static Optional<String> impossible(Provider provider) {
        if (provider.quotaHeaders().isEmpty()) {
            return Optional.of("its replies say nothing of a plan");
        }
        return provider.isolation().credentialMode() == CredentialMode.GATEWAY
                ? Optional.empty()
                : Optional.of("its CLI holds the login itself, and might renew it");
    }

    /** @throws StartException when the configuration wants to ask who cannot be asked */
    static void check(Map<String, ProviderRuntime> providers, Map<String, ProviderSettings> settings)
            throws StartException {
        for (Map.Entry<String, ProviderRuntime> each : providers.entrySet()) {
            Optional<String> why = impossible(each.getValue().provider());
            if (why.isPresent() && isWanted(settings, each.getKey())) {
                throw new StartException("providers.%s.quota_probe_enabled: true (expected: false; %s)"
                        .formatted(each.getKey(), why.get()));
            }
        }
    }

    private static boolean isWanted(Map<String, ProviderSettings> settings, String provider) {
        return settings.getOrDefault(provider, ProviderSettings.DEFAULTS).quotaProbeEnabled();
    }

    /** Whoever asks holds the monitor, until its run is cleaned up. */
    private synchronized void awaitEnd() {}

    private synchronized void look() {
        QuotaBook quota = olp.state().quota();
        for (PlanAccount account : quota.probes().due()) {
            ProviderRuntime runtime = current.providers().get(account.provider());
            if (runtime != null && isWanted(current.loaded().config().providers(), account.provider())) {
                model(account)
                        .map(model -> new Hop(account.provider(), model, account.account()))
                        .filter(hop -> isFree(runtime, hop))
                        .ifPresent(hop -> ask(account, hop));
            }
        }
    }

    private boolean isFree(ProviderRuntime runtime, Hop hop) {
        return olp.proofs().standing(hop.provider()).state() == Standing.State.READY
                && olp.logins().state(hop.provider(), hop.account()).kind() == Login.Kind.OAUTH_TOKEN
                && olp.pauses().look(hop).isEmpty()
                && runtime.slots().hasRoom(hop.account());
    }

    private void ask(PlanAccount account, Hop hop) {
        QuotaBook quota = olp.state().quota();
        try {
            Optional<String> failure = probe().ask(hop, olp.uuids().generate().toString(), stopping);
            failure.ifPresentOrElse(
                    why -> quota.probes().failed(account, why),
                    () -> quota.probes().answered(account));
            log.atInfo()
                    .addKeyValue("provider", hop.provider())
                    .addKeyValue("account", hop.account())
                    .addKeyValue("model", hop.model())
                    .addKeyValue("failure", failure.orElse(null))
                    .log("a provider was asked for its plan's windows");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PlanProbe probe() {
        RunEngine engine = new RunEngine(
                current.providers(),
                olp.confinement(),
                olp.proofs(),
                new UnrenewedLogins(places, olp.logins(), olp.clock()),
                olp.state().quota().probed(),
                olp.secret()::turnLabel,
                hop -> Optional.empty(),
                (hop, fault) -> {},
                new RunCloser(olp.state().leaks()),
                new NoSpares(),
                olp.ticker(),
                olp.clock());
        return new PlanProbe(engine, olp.ticker());
    }

    /** What answered with the account last; else the cheapest; where no price is known, the first that has a short name. */
    private Optional<String> model(PlanAccount account) {
        List<ModelEntry> models = olp.registry().models().stream()
                .filter(model -> model.provider().equals(account.provider()) && !model.deprecated())
                .toList();
        return olp.state()
                .quota()
                .probes()
                .model(account)
                .or(() -> models.stream()
                        .filter(model -> model.price() != null)
                        .min(Comparator.comparingDouble(PlanProbes::price))
                        .or(() -> models.stream()
                                .filter(model -> !model.aliases().isEmpty())
                                .findFirst())
                        .map(ModelEntry::id));
    }

    private static double price(ModelEntry model) {
        Price price = model.price();
        return price == null ? Double.MAX_VALUE : price.output();
    }

    /** A probe takes none from a request. */
    private static final class NoSpares implements Spares {
        @Override
        public Optional<StartedRun> take(
                ProviderRuntime runtime, ProbedBinary binary, RunWish wish, String model, ChatRequest chat) {
            return Optional.empty();
        }

        @Override
        public void ended(ProviderRuntime runtime, ProbedBinary binary, Login.Kind kind) {}
    }
}
