package dev.olp.config;

import java.util.List;

/**
 * {@code server}: the door.
 *
 * @param bind addresses to listen on
 * @param port 0 for any free one, the same on each address
 * @param maxBodyBytes a request body's cap after inflating, in bytes
 * @param idleTimeoutMs an unused connection is closed after this
 * @param drainTimeoutMs how long running requests may go on after SIGTERM
 * @param allowedHosts {@code Host} values let in besides loopback and our own addresses
 * @param maxConnections open at a time; more get one answer, 503 but for probes and management
 * @param maxConnectionsPerAddress the same for one IPv4 address or IPv6 /64; trusted proxies are not counted
 * @param trustedProxies addresses or networks whose forwarded headers count
 * @param corsOrigins origins that browsers may call from; {@code *} for any
 */
public record ServerSettings(
        List<String> bind,
        int port,
        int maxBodyBytes,
        int idleTimeoutMs,
        int drainTimeoutMs,
        List<String> allowedHosts,
        int maxConnections,
        int maxConnectionsPerAddress,
        TlsSettings tls,
        List<String> trustedProxies,
        List<String> corsOrigins) {
    public static final ServerSettings DEFAULTS = new ServerSettings(
            List.of("127.0.0.1", "::1"),
            4567,
            12_582_912,
            75_000,
            30_000,
            List.of(),
            512,
            64,
            TlsSettings.DEFAULTS,
            List.of(),
            List.of("*"));

    public ServerSettings {
        bind = List.copyOf(bind);
        allowedHosts = List.copyOf(allowedHosts);
        trustedProxies = List.copyOf(trustedProxies);
        corsOrigins = List.copyOf(corsOrigins);
        Checks.addresses("bind", bind);
        Checks.range("port", port, 0, 65_535);
        Checks.range("maxBodyBytes", maxBodyBytes, 1024, 1 << 30);
        Checks.range("idleTimeoutMs", idleTimeoutMs, 1000, 3_600_000);
        Checks.range("drainTimeoutMs", drainTimeoutMs, 0, 3_600_000);
        Checks.range("maxConnections", maxConnections, 1, 65_536);
        Checks.range("maxConnectionsPerAddress", maxConnectionsPerAddress, 1, 65_536);
        Checks.words("allowedHosts", allowedHosts, "host names without spaces");
        Checks.networks("trustedProxies", trustedProxies);
        Checks.words("corsOrigins", corsOrigins, "origins such as https://chat.example, or *");
    }
}
