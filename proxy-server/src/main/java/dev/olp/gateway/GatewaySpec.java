package dev.olp.gateway;

import dev.olp.provider.AllowedRequest;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * One run's gateway.
 *
 * @param socket where the socket is made; absolute, at most 107 bytes (sun_path of Linux), nothing there yet, in a
 *     directory that only we can write
 * @param access who may connect
 * @param upstream where everything goes; the child's own base URL has no path
 * @param login the real login; goes nowhere but into the upstream's request
 * @param style how the upstream wants it shown
 * @param allowed all that the child may ask for
 * @param budget what it may spend
 * @param observer gets the rate-limit headers of each reply that has some; on an event loop, so it must neither block nor throw
 */
public record GatewaySpec(
        Path socket,
        SocketAccess access,
        UpstreamUrl upstream,
        Login login,
        LoginStyle style,
        List<AllowedRequest> allowed,
        GatewayBudget budget,
        Consumer<ObservedLimits> observer) {
    public GatewaySpec {
        allowed = List.copyOf(allowed);
        RunSocket.requirePath(socket);
    }
}
