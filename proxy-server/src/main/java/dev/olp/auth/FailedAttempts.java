package dev.olp.auth;

import dev.olp.http.ClientNetwork;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Wrong keys by the address that they came from. Whoever sent many is told to wait instead of what was wrong; a right key
 * never comes here, so nobody behind the same address is shut out. Bounded: the address unseen for longest is forgotten
 * first. Thread-safe.
 */
public final class FailedAttempts {
    /** Failures of an address in a window that are answered for what they are. */
    static final int ALLOWED = 30;

    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_ADDRESSES = 4096;

    private final Map<String, Failures> byNetwork = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    private record Failures(Instant since, int count) {}

    /** The refusal to be told: the one given, or 429 where there were too many. */
    ApiException after(InetAddress peer, ApiException refusal, Instant now) {
        Failures failures = count(ClientNetwork.of(peer), now);
        if (failures.count <= ALLOWED) {
            return refusal;
        }
        return new ApiException(ApiError.of(
                        429,
                        "rate_limit_exceeded",
                        "Too many requests with a wrong key came from your address; check the key, then try again.")
                .withRetryAfter(Duration.between(now, failures.since.plus(WINDOW))));
    }

    private synchronized Failures count(String network, Instant now) {
        return byNetwork.merge(
                network,
                new Failures(now, 1),
                // a clock that went back begins anew as well
                (before, first) -> now.isBefore(before.since) || !now.isBefore(before.since.plus(WINDOW))
                        ? first
                        : new Failures(before.since, before.count + 1));
    }
}
