package dev.olp.confinement;

import dev.olp.confinement.Walls.WayOut;
import dev.olp.gateway.Gateway;
import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.GatewayRun;
import dev.olp.gateway.GatewaySpec;
import dev.olp.gateway.SocketAccess;
import dev.olp.gateway.UpstreamUrl;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SocketFolder;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.UpstreamApi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Opens runs inside the walls of this server, each with a gateway of its own that holds the real login. */
public final class Confinement {
    /** In the run's folder of sockets; short, because a socket's path must be. */
    public static final String SOCKET = "g";

    /** A name that exists nowhere: whatever goes there goes through the socket. */
    private static final String NOWHERE = "http://olp.invalid";

    /** On the sandbox's own loopback, where nothing else listens. */
    public static final int PORT = 3129;

    /** The gateway outlives the run's own time limit, so that the limit is what a late run is told. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Walls walls;
    private final Gateway gateway;

    public Confinement(Walls walls, Gateway gateway) {
        this.walls = walls;
        this.gateway = gateway;
    }

    public Walls walls() {
        return walls;
    }

    /**
     * Opens the run of one hop.
     *
     * @param tenant the authenticated key's id; only ever hashed
     * @param runId the request's id
     * @param binary what will be started
     * @param login the real one; it stays outside
     * @param upstream configured base URL of the provider's API; null for the vendor's own
     * @param total the longest that the run may take
     * @throws ConfinementException when it cannot be opened; the message says why and what to do
     */
    public ConfinedRun open(
            String tenant,
            String runId,
            Provider provider,
            Path binary,
            Login login,
            @Nullable String upstream,
            Duration total)
            throws SandboxException {
        boolean socketOnly = provider.hints().takesUnixSocket();
        SandboxedRun run = open(tenant, runId, binary, socketOnly ? WayOut.SOCKET : WayOut.PORT);
        try {
            SocketFolder sockets = run.sockets();
            GatewayRun out = gateway.open(spec(provider, login, upstream, total, sockets));
            String inside = sockets.inside() + "/" + SOCKET;
            return new ConfinedRun(
                    run,
                    out,
                    new Login(login.kind(), out.token(), null),
                    socketOnly
                            ? new UpstreamAccess(NOWHERE, inside)
                            : new UpstreamAccess("http://127.0.0.1:" + PORT, null));
        } catch (IOException | IllegalArgumentException e) {
            run.close();
            throw new ConfinementException("no gateway for the run: " + e.getMessage(), e);
        }
    }

    private static GatewaySpec spec(
            Provider provider, Login login, @Nullable String upstream, Duration total, SocketFolder sockets) {
        UpstreamApi api = provider.upstreamApi(login);
        return new GatewaySpec(
                sockets.outside().resolve(SOCKET),
                access(sockets),
                UpstreamUrl.of(upstream == null ? api.vendorUrl() : upstream),
                login,
                api.loginStyle(),
                api.allowed(),
                GatewayBudget.lasting(total.plus(MARGIN)),
                limits -> {});
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
