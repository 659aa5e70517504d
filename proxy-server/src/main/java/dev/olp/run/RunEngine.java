package dev.olp.run;

import dev.olp.confinement.Confinement;
import dev.olp.http.ClientGone;
import dev.olp.logins.LoginSource;
import dev.olp.provider.Fault;
import dev.olp.quota.PlanNews;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.HopOutcomes;
import dev.olp.run.Cancellation.Cancelled;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Runs a request over its hops. The next one is tried only on a fault that another provider can mend, and only while the
 * client has seen nothing.
 */
public final class RunEngine implements Engine {
    private final Lacks lacks;
    private final HopGuard guard;
    private final HopRunner runner;

    /**
     * Makes the engine.
     *
     * @param providers the enabled providers by id
     * @param quota told what each reply and each CLI says of its plan
     * @param turnLabels an unguessable label for a tenant
     * @param guard asked before each hop
     * @param outcomes told of each hop's end
     * @param closer of all runs
     * @param spares processes that were started ahead
     * @param ticker nanoseconds, monotonic
     * @param clock for the times of day that CLIs tell
     */
    public RunEngine(
            Map<String, ProviderRuntime> providers,
            Confinement confinement,
            Proofs proofs,
            LoginSource logins,
            PlanNews quota,
            UnaryOperator<String> turnLabels,
            HopGuard guard,
            HopOutcomes outcomes,
            RunCloser closer,
            Spares spares,
            LongSupplier ticker,
            InstantSource clock) {
        this.lacks = new Lacks(providers.keySet(), confinement.walls().posture());
        this.guard = guard;
        this.runner = new HopRunner(
                Map.copyOf(providers),
                confinement,
                proofs,
                logins,
                quota,
                guard,
                outcomes,
                closer,
                new ColdStart(confinement, turnLabels, closer),
                spares,
                ticker,
                clock);
    }

    @Override
    public RunEnd run(RunRequest request, List<Hop> hops, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        RunEnd.Failed best = null;
        for (Hop hop : hops) {
            Optional<Skip> skip = lacks.of(hop, request.minTier()).or(() -> guard.enter(hop));
            HopFailure failure = skip.isPresent() ? HopFailure.of(hop, skip.get()) : runner.run(request, hop, client);
            if (failure == null) {
                return new RunEnd.Answered();
            }
            client.trace().failed(failure);
            HopReports.tell(request, failure);
            Fault fault = failure.fault();
            RunEnd.Failed failed = new RunEnd.Failed(fault, hop.provider());
            if (client.listener().shown() || (failure.tried() && !fault.kind().advances())) {
                return failed;
            }
            best = best == null || HopReports.usefulness(fault) > HopReports.usefulness(best.fault()) ? failed : best;
        }
        if (best == null) {
            throw new IllegalArgumentException("no hops");
        }
        return best;
    }
}
