package dev.olp.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * Every number and rule of the door. Checks itself; an impossible value names itself and what was expected.
 *
 * @param bind addresses to listen on, all with one port
 * @param port 0 to 65535; 0 takes a port that is free on all of them
 * @param maxBodyBytes cap on a body, counted after inflating
 * @param maxHeaderBytes all header lines of a request together; more is 431
 * @param maxRequestLineBytes method, target and version; more is 414. Also the cap of a chunk-size line
 * @param maxConnections open connections; as many more get one answer, 503 but for probes and management, and are closed
 * @param maxConnectionsPerAddress the same for one {@link ClientNetwork}; trusted proxies are not counted
 * @param headTimeout from a head's first byte (or from the accept) to its end; then 408
 * @param idleTimeout between two requests of one connection
 * @param bodyProgressTimeout the longest gap inside a body; then 408
 * @param bodyTotalTimeout a whole body; then 408
 * @param writeStallTimeout how long a client may take nothing of what waits for it; then the connection is cut
 * @param lingerTimeout how long unread input is thrown away after a refusal, so that the reply arrives
 * @param allowedHosts names accepted in {@code Host} beside loopback and our own addresses; {@code *.x} for any
 *     name under x, {@code *} for all
 * @param trustedProxies addresses or networks whose word on who asks counts
 * @param corsOrigins origins that browsers may call {@code /v1} from; {@code *} for all
 */
public record HttpSettings(
        List<InetAddress> bind,
        int port,
        int maxBodyBytes,
        int maxHeaderBytes,
        int maxRequestLineBytes,
        int maxConnections,
        int maxConnectionsPerAddress,
        Duration headTimeout,
        Duration idleTimeout,
        Duration bodyProgressTimeout,
        Duration bodyTotalTimeout,
        Duration writeStallTimeout,
        Duration lingerTimeout,
        List<String> allowedHosts,
        List<String> trustedProxies,
        List<String> corsOrigins) {
    public HttpSettings {
        bind = List.copyOf(bind);
        allowedHosts = List.copyOf(allowedHosts);
        trustedProxies = List.copyOf(trustedProxies);
        corsOrigins = List.copyOf(corsOrigins);
        if (bind.isEmpty()) {
            throw new IllegalArgumentException("bind: empty (expected: at least one address)");
        }
        between("port", port, 0, 65_535);
        between("max_body_bytes", maxBodyBytes, 1, 1 << 30);
        between("max_header_bytes", maxHeaderBytes, 256, 1 << 20);
        between("max_request_line_bytes", maxRequestLineBytes, 64, 1 << 20);
        between("max_connections", maxConnections, 1, 1 << 20);
        between("max_connections_per_address", maxConnectionsPerAddress, 1, 1 << 20);
        positive("head_timeout", headTimeout);
        positive("idle_timeout", idleTimeout);
        positive("body_progress_timeout", bodyProgressTimeout);
        positive("body_total_timeout", bodyTotalTimeout);
        positive("write_stall_timeout", writeStallTimeout);
        positive("linger_timeout", lingerTimeout);
        for (String origin : corsOrigins) {
            if (!origin.equals("*") && !origin.matches("[a-z][a-z0-9+.-]*://[^/\\s,]+|null")) {
                throw new IllegalArgumentException(
                        "cors_origins: " + origin + " (expected: * or scheme://host[:port])");
            }
        }
        for (String host : allowedHosts) {
            if (!host.matches("\\*|(\\*\\.)?[A-Za-z0-9._-]+|[0-9a-fA-F.:]+")) {
                throw new IllegalArgumentException(
                        "allowed_hosts: " + host + " (expected: a name without port, *.name or *)");
            }
        }
    }

    /** Both loopback families, our defaults for everything else. */
    public static HttpSettings onLoopback(int port) {
        return new HttpSettings(
                List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1")),
                port,
                12_582_912,
                16 * 1024,
                8 * 1024,
                512,
                64,
                Duration.ofSeconds(10),
                Duration.ofSeconds(75),
                Duration.ofSeconds(20),
                Duration.ofMinutes(2),
                Duration.ofMinutes(2),
                Duration.ofSeconds(30),
                List.of(),
                List.of(),
                List.of("*"));
    }

    private static void between(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + low + "-" + high + ")");
        }
    }

    private static void positive(String name, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1 ms to 1 day)");
        }
    }
}
