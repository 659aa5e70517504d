package dev.olp.logins;

import dev.olp.config.CredentialSettings.Renewal;
import dev.olp.isolation.Sandbox;
import dev.olp.isolation.posix.Posix;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;

/** Who renews which account's login. */
public final class Renewers {
    private final Sandbox sandbox;
    private final CliPath cli;
    private final Map<String, String> environment;
    private final BiFunction<String, String, Renewal> chosen;
    private final Posix posix;

    /**
     * Makes the choice.
     *
     * @param sandbox one whose children see our files and network: the vendors' CLIs renew in it
     * @param environment the server's own
     * @param chosen by provider and account; asked each time
     */
    public Renewers(
            Sandbox sandbox,
            CliPath cli,
            Map<String, String> environment,
            BiFunction<String, String, Renewal> chosen,
            Posix posix) {
        this.sandbox = sandbox;
        this.cli = cli;
        this.environment = Map.copyOf(environment);
        this.chosen = chosen;
        this.posix = posix;
    }

    /**
     * Where a provider's token endpoint is. Asks nobody.
     *
     * @param provider whose login expires
     * @throws IllegalArgumentException for a variable that leads nowhere; the message names it
     */
    public static String endpoint(String provider, Map<String, String> environment) {
        TokenExchange exchange = LoginPlaces.vendor(provider).exchange().orElseThrow();
        return TokenNetwork.to(exchange, environment).endpoint().getAuthority();
    }

    Renewal chosen(String provider, String account) {
        return chosen.apply(provider, account);
    }

    Renewer of(String provider, String account, LoginTimes times, Clock clock) {
        Renewer vendor = new VendorRenewer(provider, sandbox, cli, environment, times, clock);
        if (!LoginPlaces.isProvider(provider)) {
            return vendor;
        }
        return LoginPlaces.vendor(provider)
                .exchange()
                .<Renewer>map(exchange -> new ChosenRenewer(
                        () -> chosen(provider, account), vendor, () -> atEndpoint(exchange, times, clock)))
                .orElse(vendor);
    }

    private Renewer atEndpoint(TokenExchange exchange, LoginTimes times, Clock clock) {
        // as long as the CLIs wait: three quarters of the time after which a renewal is given up
        Duration atMost = times.renewal().multipliedBy(3).dividedBy(4);
        TokenCall call = new TokenCall(TokenNetwork.to(exchange, environment), atMost);
        return new EndpointRenewer(exchange, call, posix, times, clock);
    }
}
