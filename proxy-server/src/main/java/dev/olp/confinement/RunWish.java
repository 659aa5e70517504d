package dev.olp.confinement;

import dev.olp.gateway.ObservedLimits;
import dev.olp.gateway.UpstreamUrl;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a run is opened for.
 *
 * @param tenant the authenticated key's id; only ever hashed
 * @param runId the request's id
 * @param binary what will be started
 * @param account whose login it is
 * @param login the real one
 * @param upstream configured base URL of the provider's API; null for the vendor's own
 * @param total the longest that the run may take
 * @param limits gets what the upstream says of its limits, where the run goes through a gateway; on an event loop, so it
 *     must neither block nor throw
 */
public record RunWish(
        String tenant,
        String runId,
        Provider provider,
        Path binary,
        String account,
        Login login,
        @Nullable String upstream,
        Duration total,
        Consumer<ObservedLimits> limits) {
    /** The ways out outlive the run's own time limit, so that the limit is what a late run is told. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    IsolationContract contract() {
        return provider.isolation();
    }

    String baseUrl() {
        return upstream == null ? provider.upstreamApi(login).vendorUrl() : upstream;
    }

    UpstreamUrl upstreamUrl() {
        return UpstreamUrl.of(baseUrl());
    }

    Duration lifetime() {
        return total.plus(MARGIN);
    }
}
