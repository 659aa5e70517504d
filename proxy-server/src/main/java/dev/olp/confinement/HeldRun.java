package dev.olp.confinement;

import dev.olp.gateway.WaitingGateway;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.provider.Login;
import dev.olp.provider.UpstreamAccess;
import java.io.IOException;

/** A run that nobody has asked for yet. It becomes one tenant's run once, or it is closed. */
public final class HeldRun implements AutoCloseable {
    private final WaysOut ways;
    private final WaitingGateway waiting;
    private final Login login;
    private final UpstreamAccess upstream;

    HeldRun(WaysOut ways, WaitingGateway waiting, Login login, UpstreamAccess upstream) {
        this.ways = ways;
        this.waiting = waiting;
        this.login = login;
        this.upstream = upstream;
    }

    public SandboxedRun run() {
        return ways.sandboxed();
    }

    /** As {@link ConfinedRun#login}: the same before and after it is somebody's. */
    public Login login() {
        return login;
    }

    public UpstreamAccess upstream() {
        return upstream;
    }

    public void start(ChildSpec spec) throws SandboxException {
        ways.start(spec);
    }

    /**
     * Makes it the run of that wish: from now on there is a way out, with the wish's login.
     *
     * @throws ConfinementException when the wish's login is of another kind, or this run was somebody's before
     */
    public ConfinedRun lead(RunWish wish) throws ConfinementException {
        if (wish.login().kind() != login.kind()) {
            throw new ConfinementException("the process was started for a login of another kind");
        }
        try {
            ways.add(waiting.lead(Confinement.leading(wish, ways.sandboxed().sockets())));
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfinementException("no way out for the run: " + e.getMessage(), e);
        }
        return ways.run(login, upstream);
    }

    @Override
    public void close() throws SandboxedRun.Leak {
        ways.close();
    }
}
