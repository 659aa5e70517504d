package dev.olp.gateway;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a run's requests go; fixed for its life.
 *
 * @param tls whether TLS is spoken, with the JDK's roots and the host name checked
 * @param host name or address literal, without brackets
 * @param port 1-65535
 * @param basePath put before the path that the child asks for; empty or with a leading and no trailing slash
 */
public record UpstreamUrl(boolean tls, String host, int port, String basePath) {
    /** In words. */
    public static final String EXPECTED =
            "https://host[:port][/path], or http:// to a loopback address; no user, query or fragment";

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /**
     * @param url https, or http to this machine: elsewhere plain HTTP would show the login to the network
     * @throws IllegalArgumentException for anything else
     */
    public static UpstreamUrl of(String url) {
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            String host = uri.getHost();
            boolean tls = scheme.equals("https");
            if (host == null
                    || uri.getRawUserInfo() != null
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null
                    || uri.getPort() == 0
                    || uri.getPort() > 65_535
                    || !(tls || (scheme.equals("http") && isLoopback(host)))) {
                throw malformed(url, null);
            }
            int port = uri.getPort() > 0 ? uri.getPort() : tls ? HTTPS : HTTP;
            return new UpstreamUrl(
                    tls,
                    host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                    port,
                    uri.getRawPath().replaceFirst("/+$", ""));
        } catch (URISyntaxException notOne) {
            throw malformed(url, notOne);
        }
    }

    /** The {@code Host} header; the port only where it is not the scheme's own (RFC 9110, 7.2). */
    String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == (tls ? HTTPS : HTTP) ? name : name + ":" + port;
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.equals("[::1]")
                || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    private static IllegalArgumentException malformed(String url, @Nullable Throwable cause) {
        return new IllegalArgumentException("upstream: " + url + " (expected: " + EXPECTED + ")", cause);
    }
}
