package dev.olp.confinement;

import dev.olp.gateway.GatewayRun;
import dev.olp.gateway.Refusal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.provider.Fault;
import dev.olp.provider.Login;
import dev.olp.provider.UpstreamAccess;
import java.util.List;
import java.util.Set;

/** One run with its ways out. Closing ends the child first, then these. */
public final class ConfinedRun implements AutoCloseable {
    private final WaysOut ways;
    private final Login login;
    private final UpstreamAccess upstream;

    ConfinedRun(WaysOut ways, Login login, UpstreamAccess upstream) {
        this.ways = ways;
        this.login = login;
        this.upstream = upstream;
    }

    public SandboxedRun run() {
        return ways.sandboxed();
    }

    /** Starts the child, with what it needs to find its ways out. */
    public void start(ChildSpec spec) throws SandboxException {
        ways.start(spec);
    }

    /** What the child shows: behind a gateway of the real login's kind, and worth nothing outside this run. */
    public Login login() {
        return login;
    }

    public UpstreamAccess upstream() {
        return upstream;
    }

    /** Whether anything may have been asked of the provider; where no gateway sees it, yes. */
    public boolean hasCalled() {
        return ways.gateway().map(gateway -> gateway.calls() > 0).orElse(true);
    }

    /** Keeps it from asking anything of the provider; false when it may have asked already. */
    public boolean withdraw() {
        return ways.gateway().map(GatewayRun::withdraw).orElse(false);
    }

    /** The fault in its true light: what the gateway refused, the CLI reports as the provider's word. */
    public Fault explained(Fault fault) {
        return ways.gateway().map(gateway -> explained(fault, gateway)).orElse(fault);
    }

    private static Fault explained(Fault fault, GatewayRun gateway) {
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
        ways.close();
    }
}
