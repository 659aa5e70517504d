package dev.olp.gateway.egress;

import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.RunSocket;
import dev.olp.gateway.SocketAccess;
import dev.olp.isolation.contract.EgressHost;
import java.nio.file.Path;
import java.util.List;

/**
 * One run's way out.
 *
 * @param socket where the socket is made; absolute, at most 107 bytes, nothing there yet, in a directory that only we can
 *     write
 * @param access who may connect
 * @param hosts all that the child may reach, from its provider's contract; none means no socket at all
 * @param budget what it may spend: a request is a CONNECT, refused ones too; the bytes are those of all tunnels together
 */
public record EgressSpec(Path socket, SocketAccess access, List<EgressHost> hosts, GatewayBudget budget) {
    /** @throws IllegalArgumentException no socket can have this path */
    public EgressSpec {
        hosts = List.copyOf(hosts);
        RunSocket.requirePath(socket);
    }
}
