package dev.olp.app;

import dev.olp.auth.Scope;
import dev.olp.auth.Tier;
import dev.olp.config.LimitSettings;
import dev.olp.config.LimitSettings.LimitSet;
import dev.olp.config.OlpConfig;
import dev.olp.config.ServerSettings;
import dev.olp.http.HttpSettings;
import dev.olp.limits.Limit;
import dev.olp.limits.Limiter;
import dev.olp.limits.Limits;
import dev.olp.limits.UsageLedger;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.AccountLoad;
import dev.olp.routing.Hop;
import dev.olp.routing.LastAccounts;
import dev.olp.routing.LeastUsed;
import dev.olp.routing.RoutePlanner;
import dev.olp.run.ProviderRuntime;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the parts are given of the configuration, in their own terms. */
final class FromConfig {
    private FromConfig() {}

    private static Map<String, List<Hop>> chains(OlpConfig config) {
        Map<String, List<Hop>> chains = new LinkedHashMap<>();
        config.routing()
                .chains()
                .forEach((model, hops) -> chains.put(
                        model,
                        hops.stream()
                                .map(hop -> new Hop(
                                        hop.provider(),
                                        hop.model(),
                                        hop.account() == null ? Scope.DEFAULT_ACCOUNT : hop.account()))
                                .toList()));
        return chains;
    }

    static Limiter limiter(OlpConfig config, UsageLedger ledger, Clock clock) {
        LimitSettings limits = config.limits();
        return new Limiter(ledger, limits(limits.defaults()), limits(limits.anonymous()), clock);
    }

    private static Limits limits(LimitSet set) {
        Map<Limit, Long> amounts = new EnumMap<>(Limit.class);
        amounts.put(Limit.REQUESTS_PER_MINUTE, (long) set.requestsPerMinute());
        amounts.put(Limit.CONCURRENT, (long) set.concurrent());
        put(amounts, Limit.REQUESTS_PER_DAY, set.requestsPerDay());
        put(amounts, Limit.REQUESTS_PER_WEEK, set.requestsPerWeek());
        put(amounts, Limit.REQUESTS_PER_MONTH, set.requestsPerMonth());
        put(amounts, Limit.TOKENS_PER_DAY, set.tokensPerDay());
        put(amounts, Limit.TOKENS_PER_MONTH, set.tokensPerMonth());
        put(amounts, Limit.USD_PER_MONTH, set.usdPerMonth() == null ? null : Math.round(set.usdPerMonth() * 1e6));
        return new Limits(amounts);
    }

    private static void put(Map<Limit, Long> amounts, Limit limit, @Nullable Long amount) {
        if (amount != null) {
            amounts.put(limit, amount);
        }
    }

    static boolean seesFallbackDetail(OlpConfig config, Tier tier) {
        return switch (config.auth().fallbackDetailHeaderPolicy()) {
            case ALL -> true;
            case OWNER_ONLY -> tier == Tier.OWNER;
            case NONE -> false;
        };
    }

    /** Where a command on this machine reaches the server. */
    static String url(OlpConfig config, int port) {
        InetAddress bound = InetAddress.ofLiteral(config.server().bind().getFirst());
        boolean six = bound instanceof Inet6Address;
        String host = bound.isAnyLocalAddress() ? (six ? "::1" : "127.0.0.1") : bound.getHostAddress();
        String scheme = config.server().tls().enabled() ? "https://" : "http://";
        return scheme + (six ? "[" + host + "]" : host) + ":" + port;
    }

    static HttpSettings httpSettings(OlpConfig config) {
        ServerSettings server = config.server();
        HttpSettings defaults = HttpSettings.onLoopback(server.port());
        return new HttpSettings(
                server.bind().stream().map(InetAddress::ofLiteral).toList(),
                server.port(),
                server.maxBodyBytes(),
                defaults.maxHeaderBytes(),
                defaults.maxRequestLineBytes(),
                server.maxConnections(),
                server.maxConnectionsPerAddress(),
                defaults.headTimeout(),
                Duration.ofMillis(server.idleTimeoutMs()),
                defaults.bodyProgressTimeout(),
                defaults.bodyTotalTimeout(),
                defaults.writeStallTimeout(),
                defaults.lingerTimeout(),
                server.allowedHosts(),
                server.trustedProxies(),
                server.corsOrigins());
    }

    static RoutePlanner planner(
            ModelRegistry registry,
            OlpConfig config,
            Map<String, ProviderRuntime> providers,
            AccountLoad loads,
            LastAccounts last)
            throws StartException {
        Map<String, List<String>> accounts = new LinkedHashMap<>();
        config.providers()
                .forEach((id, settings) ->
                        accounts.put(id, List.copyOf(settings.credentials().keySet())));
        try {
            return new RoutePlanner(registry, chains(config), providers.keySet(), new LeastUsed(accounts, loads, last));
        } catch (IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }
}
