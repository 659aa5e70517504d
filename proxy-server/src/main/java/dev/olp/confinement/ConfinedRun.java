package dev.olp.confinement;

import dev.olp.gateway.GatewayRun;
import dev.olp.gateway.Refusal;
import dev.olp.isolation.SandboxedRun;
import dev.olp.provider.Fault;
import dev.olp.provider.Login;
import dev.olp.provider.UpstreamAccess;
import java.util.List;
import java.util.Set;

/** One run with its gateway. Closing ends the child first, then the way out. */
public final class ConfinedRun implements AutoCloseable {
    private final SandboxedRun run;
    private final GatewayRun gateway;
    private final Login login;
    private final UpstreamAccess upstream;

    ConfinedRun(SandboxedRun run, GatewayRun gateway, Login login, UpstreamAccess upstream) {
        this.run = run;
        this.gateway = gateway;
        this.login = login;
        this.upstream = upstream;
    }

    public SandboxedRun run() {
        return run;
    }

    /** What the child shows: of the real login's kind, worth nothing outside this run. */
    public Login login() {
        return login;
    }

    public UpstreamAccess upstream() {
        return upstream;
    }

    /** The fault in its true light: what the gateway refused, the CLI reports as the provider's word. */
    public Fault explained(Fault fault) {
        Set<Refusal> refusals = gateway.refusals();
        if (refusals.contains(Refusal.TIME_SPENT)) {
            return told(Fault.Kind.TIMEOUT, Refusal.TIME_SPENT, fault);
        }
        for (Refusal spent : List.of(Refusal.REQUESTS_SPENT, Refusal.BYTES_UP_SPENT, Refusal.BYTES_DOWN_SPENT)) {
            if (refusals.contains(spent)) {
                return told(Fault.Kind.PROTOCOL, spent, fault);
            }
        }
        if (refusals.contains(Refusal.UPSTREAM_UNREACHABLE)) {
            return told(Fault.Kind.CONNECTION, Refusal.UPSTREAM_UNREACHABLE, fault);
        }
        return refusals.isEmpty() || gateway.requests() > refusals.size()
                ? fault
                : told(Fault.Kind.PROTOCOL, refusals.iterator().next(), fault);
    }

    private static Fault told(Fault.Kind kind, Refusal refusal, Fault fault) {
        return Fault.of(kind, "gateway: " + refusal + "; the CLI: " + fault.logMessage());
    }

    @Override
    public void close() throws SandboxedRun.Leak {
        try (gateway) {
            run.close();
        }
    }
}
