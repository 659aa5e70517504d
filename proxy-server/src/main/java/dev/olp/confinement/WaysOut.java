package dev.olp.confinement;

import dev.olp.gateway.GatewayRun;
import dev.olp.gateway.WaitingGateway;
import dev.olp.gateway.egress.EgressRun;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SandboxedRun.Stop;
import dev.olp.logins.LinkedLogin;
import dev.olp.provider.Login;
import dev.olp.provider.UpstreamAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What leads out of one run, while it is opened and until it is closed: the child ends first, then its ways out. */
final class WaysOut implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WaysOut.class);

    /** How long a killed child may take to be gone. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    private final SandboxedRun sandboxed;
    private final Map<String, String> environment = new HashMap<>();
    private @Nullable WaitingGateway waiting;
    private @Nullable GatewayRun gateway;
    private @Nullable EgressRun egress;
    private @Nullable LinkedLogin linked;
    private boolean started;

    WaysOut(SandboxedRun sandboxed) {
        this.sandboxed = sandboxed;
    }

    SandboxedRun sandboxed() {
        return sandboxed;
    }

    void add(WaitingGateway held) {
        waiting = held;
    }

    void add(GatewayRun opened) {
        gateway = opened;
    }

    /** @param variables by which the child finds it */
    void add(EgressRun opened, Map<String, String> variables) {
        egress = opened;
        environment.putAll(variables);
    }

    void add(LinkedLogin made) {
        linked = made;
    }

    Optional<GatewayRun> gateway() {
        return Optional.ofNullable(gateway);
    }

    /** The run, now that all is open. */
    ConfinedRun run(Login login, UpstreamAccess upstream) {
        return new ConfinedRun(this, login, upstream);
    }

    void start(ChildSpec spec) throws SandboxException {
        started = true;
        sandboxed.start(spec.with(environment));
    }

    /** The run cannot be opened: what is open of it goes. */
    void abandon() {
        try {
            close();
        } catch (SandboxedRun.Leak e) {
            log.atError().addKeyValue("leak", e.getMessage()).log("a run that was not opened left something behind");
        }
    }

    @Override
    public void close() throws SandboxedRun.Leak {
        try (WaitingGateway _ = waiting;
                GatewayRun _ = gateway;
                EgressRun _ = egress) {
            carryBack();
            sandboxed.close();
        } catch (IOException e) {
            throw new SandboxedRun.Leak("a socket that led nowhere stays: " + e);
        }
    }

    /** A login that the CLI renewed lies in the home, and goes with it. */
    private void carryBack() {
        LinkedLogin made = linked;
        if (made == null) {
            return;
        }
        try (made) {
            if (started) {
                sandboxed.stop(Stop.KILL);
                sandboxed.awaitExit(ENDING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.atError().setCause(e).log("a login that a run renewed is lost; log in again");
        }
    }
}
