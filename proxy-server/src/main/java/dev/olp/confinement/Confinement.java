package dev.olp.confinement;

import dev.olp.confinement.Walls.WayOut;
import dev.olp.gateway.Gateway;
import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.GatewayRun;
import dev.olp.gateway.GatewaySpec;
import dev.olp.gateway.SocketAccess;
import dev.olp.gateway.WaitingGateway;
import dev.olp.gateway.egress.EgressGate;
import dev.olp.gateway.egress.EgressSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SocketFolder;
import dev.olp.isolation.contract.CredentialMode;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.logins.LinkedLogin;
import dev.olp.logins.LinkedLogins;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.UpstreamApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Opens runs inside the walls of this server, with the ways out that the provider's contract names: a gateway that holds
 * the real login, or that login inside; and the hosts that it lists, if any.
 */
public final class Confinement {
    /** In the run's folder of sockets; short, because a socket's path must be. */
    private static final String SOCKET = "g";

    private static final String EGRESS_SOCKET = "e";

    /** Whose a run is that nobody has asked for. */
    private static final String NOBODY = "nobody";

    /** A name that exists nowhere: whatever goes there goes through the socket. */
    private static final String NOWHERE = "http://olp.invalid";

    /** Both on the sandbox's own loopback, where nothing else listens. */
    private static final int PORT = 3129;

    private static final int EGRESS_PORT = 3128;

    /** How long a run waits for another one that may renew the same linked login. */
    private static final Duration LINK_PATIENCE = Duration.ofSeconds(30);

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Walls walls;
    private final Gateway gateway;
    private final Optional<EgressGate> egress;
    private final LinkedLogins links;

    /**
     * Puts them together.
     *
     * @param egress for contracts that list hosts; empty where no provider's does
     * @param links for contracts that want the login's own file
     */
    public Confinement(Walls walls, Gateway gateway, Optional<EgressGate> egress, LinkedLogins links) {
        this.walls = walls;
        this.gateway = gateway;
        this.egress = egress;
        this.links = links;
    }

    public Walls walls() {
        return walls;
    }

    /**
     * Opens the run of one hop.
     *
     * @throws ConfinementException when it cannot be opened; the message says why and what to do
     * @throws NoLogin when the login's file cannot be linked
     */
    public ConfinedRun open(RunWish wish) throws SandboxException, NoLogin, InterruptedException {
        check(wish.contract());
        WaysOut ways = new WaysOut(open(wish.tenant(), wish.runId(), wish.binary(), wayOut(wish.provider())));
        try {
            if (!wish.contract().egressHosts().isEmpty()) {
                openEgress(wish, ways);
            }
            return switch (wish.contract().credentialMode()) {
                case GATEWAY -> throughGateway(wish, ways);
                case ACCESS_TOKEN -> ways.run(wish.login(), direct(wish));
                case SYMLINK -> {
                    ways.add(link(wish, ways.sandboxed()));
                    yield ways.run(wish.login(), direct(wish));
                }
            };
        } catch (IOException | IllegalArgumentException e) {
            ways.abandon();
            throw new ConfinementException("no way out for the run: " + e.getMessage(), e);
        } catch (NoLogin | InterruptedException e) {
            ways.abandon();
            throw e;
        }
    }

    /** What these walls and that contract cannot have together. */
    private void check(IsolationContract contract) throws ConfinementException {
        if (contract.credentialMode() == CredentialMode.SYMLINK && !(walls instanceof NoSandbox)) {
            throw new ConfinementException("its contract wants the login's own file in the run (credentialMode"
                    + " symlink), and no file of the operator's is in a sandbox (expected: credentialMode gateway or"
                    + " access-token, or isolation.sandbox \"off\")");
        }
        if (!contract.egressHosts().isEmpty() && egress.isEmpty()) {
            throw new ConfinementException("its contract lists hosts, and this server has no gate to them");
        }
    }

    /** Why no run of this provider can be opened before it is known who it is for; empty where it can. */
    public Optional<String> cannotHold(Provider provider) {
        IsolationContract contract = provider.isolation();
        if (!(walls instanceof OuterSandbox outer)) {
            return Optional.of("a waiting process is kept in the outer sandbox only");
        }
        if (outer.tier() != DeploymentTier.SHARED_OS_USER) {
            return Optional.of("in the tier " + outer.tier().declared() + " a process belongs to its tenant's user");
        }
        if (contract.credentialMode() != CredentialMode.GATEWAY) {
            return Optional.of("its login would wait inside (credentialMode "
                    + contract.credentialMode().declared() + ")");
        }
        return contract.egressHosts().isEmpty()
                ? Optional.empty()
                : Optional.of("its contract lists hosts, and a waiting process has no way out");
    }

    /**
     * Opens a run that nobody has asked for yet: it has no tenant, no login and no way out.
     *
     * @param kind of the login that it will have
     * @throws ConfinementException as {@link #open}, or when {@link #cannotHold} says why
     */
    public HeldRun hold(Provider provider, Path binary, Login.Kind kind, String runId) throws SandboxException {
        Optional<String> why = cannotHold(provider);
        if (why.isPresent()) {
            throw new ConfinementException(why.get());
        }
        WaysOut ways = new WaysOut(open(NOBODY, runId, binary, wayOut(provider)));
        try {
            SocketFolder sockets = ways.sandboxed().sockets();
            WaitingGateway waiting = gateway.hold(sockets.outside().resolve(SOCKET), access(sockets));
            ways.add(waiting);
            return new HeldRun(ways, waiting, new Login(kind, waiting.token(), null), inside(provider, sockets));
        } catch (IOException | IllegalArgumentException e) {
            ways.abandon();
            throw new ConfinementException("no way out for the run: " + e.getMessage(), e);
        }
    }

    private static WayOut wayOut(Provider provider) {
        IsolationContract contract = provider.isolation();
        WayOut wayOut = WayOut.NONE;
        if (contract.credentialMode() == CredentialMode.GATEWAY) {
            wayOut = provider.hints().takesUnixSocket() ? WayOut.SOCKETS : wayOut.with(PORT, SOCKET);
        }
        return contract.egressHosts().isEmpty() ? wayOut : wayOut.with(EGRESS_PORT, EGRESS_SOCKET);
    }

    private static UpstreamAccess inside(Provider provider, SocketFolder sockets) {
        return provider.hints().takesUnixSocket()
                ? new UpstreamAccess(NOWHERE, sockets.inside() + "/" + SOCKET)
                : new UpstreamAccess("http://127.0.0.1:" + PORT, null);
    }

    private ConfinedRun throughGateway(RunWish wish, WaysOut ways) throws IOException {
        SocketFolder sockets = ways.sandboxed().sockets();
        GatewayRun out = gateway.open(leading(wish, sockets));
        ways.add(out);
        return ways.run(new Login(wish.login().kind(), out.token(), null), inside(wish.provider(), sockets));
    }

    /** Where the gateway of a run leads. */
    static GatewaySpec leading(RunWish wish, SocketFolder sockets) {
        UpstreamApi api = wish.provider().upstreamApi(wish.login());
        return new GatewaySpec(
                sockets.outside().resolve(SOCKET),
                access(sockets),
                wish.upstreamUrl(),
                wish.login(),
                api.loginStyle(),
                api.allowed(),
                GatewayBudget.lasting(wish.lifetime()),
                wish.limits());
    }

    private void openEgress(RunWish wish, WaysOut ways) throws IOException {
        SocketFolder sockets = ways.sandboxed().sockets();
        ways.add(
                egress.orElseThrow()
                        .open(new EgressSpec(
                                sockets.outside().resolve(EGRESS_SOCKET),
                                access(sockets),
                                wish.contract().egressHosts(),
                                GatewayBudget.lasting(wish.lifetime()))),
                Map.of("HTTPS_PROXY", "http://127.0.0.1:" + EGRESS_PORT, "NO_PROXY", "127.0.0.1,localhost"));
    }

    private LinkedLogin link(RunWish wish, SandboxedRun run) throws NoLogin, IOException, InterruptedException {
        // one file holds a login; a contract's further mounts have no account of their own
        Path link = Path.of(
                run.paths().home(),
                wish.contract().credentialMounts().getFirst().destination());
        Files.createDirectories(link.getParent(), PRIVATE);
        return links.link(wish.provider().id(), wish.account(), link, wish.total(), LINK_PATIENCE);
    }

    private static UpstreamAccess direct(RunWish wish) {
        return new UpstreamAccess(wish.baseUrl(), null);
    }

    private static SocketAccess access(SocketFolder sockets) {
        if (sockets.user().isEmpty()) {
            return SocketAccess.ours();
        }
        long user = sockets.user().getAsLong();
        return sockets.givable() ? SocketAccess.givenTo(user) : SocketAccess.openTo(user);
    }

    /** Opens a run that leads nowhere, for what is asked of a CLI before anybody uses it. */
    public SandboxedRun openProbe(String runId, Path binary) throws SandboxException {
        return open("probe", runId, binary, WayOut.NONE);
    }

    private SandboxedRun open(String tenant, String runId, Path binary, WayOut wayOut) throws ConfinementException {
        try {
            return walls.open(tenant, runId, binary, wayOut);
        } catch (SandboxException e) {
            throw new ConfinementException(String.valueOf(e.getMessage()), e);
        }
    }
}
