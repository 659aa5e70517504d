package dev.olp.routing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Which login answered a key last, for as long as its provider may still have the beginning of the prompt. Thread-safe. */
public final class LastAccounts {
    /** The longest that a provider keeps a prompt. */
    private static final Duration WARM = Duration.ofHours(1);

    private static final int MOST = 10_000;

    private final Cache<Asked, String> accounts;

    /** @param ticker nanoseconds, monotonic */
    public LastAccounts(LongSupplier ticker) {
        Ticker time = ticker::getAsLong;
        accounts = Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(WARM)
                .ticker(time)
                .build();
    }

    /** The hop's login has answered the key. */
    public void answered(String key, Hop hop) {
        accounts.put(new Asked(key, hop.provider(), hop.model()), hop.account());
    }

    Optional<String> of(String key, String provider, String model) {
        return Optional.ofNullable(accounts.getIfPresent(new Asked(key, provider, model)));
    }

    private record Asked(String key, String provider, String model) {}
}
