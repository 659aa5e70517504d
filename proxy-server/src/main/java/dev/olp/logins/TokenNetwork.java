package dev.olp.logins;

import dev.olp.gateway.UpstreamUrl;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The way to one token endpoint, by the variables that lead the vendor's CLI there too. */
final class TokenNetwork {
    private final URI endpoint;
    private final Optional<InetSocketAddress> proxy;
    private final SSLContext tls;

    private TokenNetwork(URI endpoint, Optional<InetSocketAddress> proxy, SSLContext tls) {
        this.endpoint = endpoint;
        this.proxy = proxy;
        this.tls = tls;
    }

    /**
     * Reads the variables.
     *
     * @param environment the server's own
     * @throws IllegalArgumentException for one that cannot be used; the message names it
     */
    static TokenNetwork to(TokenExchange exchange, Map<String, String> environment) {
        String variable = exchange.endpointVariable();
        String named = environment.getOrDefault(variable, "");
        String url = named.isBlank() ? exchange.endpoint() : named;
        try {
            UpstreamUrl.of(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(variable + ": (expected: " + UpstreamUrl.EXPECTED + ")", e);
        }
        URI endpoint = URI.create(url);
        Optional<InetSocketAddress> proxy = isDirect(endpoint, environment) ? Optional.empty() : proxy(environment);
        return new TokenNetwork(endpoint, proxy, ExtraRoots.context(environment));
    }

    URI endpoint() {
        return endpoint;
    }

    /** Verifies TLS, follows no redirect. To be closed. */
    HttpClient open(Duration connecting) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connecting)
                .proxy(proxy.map(ProxySelector::of).orElse(HttpClient.Builder.NO_PROXY))
                .sslContext(tls)
                .build();
    }

    /** Plain HTTP goes to loopback only. */
    private static boolean isDirect(URI endpoint, Map<String, String> environment) {
        String host = endpoint.getHost().toLowerCase(Locale.ROOT);
        return endpoint.getScheme().equalsIgnoreCase("http")
                || Stream.of(variable(environment, "NO_PROXY").split(",", -1))
                        .map(entry -> entry.strip().toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", ""))
                        .filter(entry -> !entry.isEmpty())
                        .anyMatch(entry -> entry.equals("*") || host.equals(entry) || host.endsWith("." + entry));
    }

    private static Optional<InetSocketAddress> proxy(Map<String, String> environment) {
        String named = variable(environment, "HTTPS_PROXY");
        if (named.isBlank()) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(named.strip());
            if ("http".equalsIgnoreCase(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getPort() > 0) {
                return Optional.of(InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort()));
            }
        } catch (URISyntaxException notOne) {
            // told below; its message would show a password
        }
        throw new IllegalArgumentException(
                "HTTPS_PROXY: (expected: http://host:port without a user, where renewal is token-endpoint)");
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return value.isBlank() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : value;
    }
}
