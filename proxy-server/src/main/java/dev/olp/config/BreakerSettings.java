package dev.olp.config;

/**
 * {@code routing.breaker}: when a provider's account that keeps failing is left alone.
 *
 * @param faults so many faults of the provider's own in a row; 0 for never
 * @param pauseMs how long at first; doubled with each try that fails, up to ten minutes
 */
public record BreakerSettings(int faults, int pauseMs) {
    public static final BreakerSettings DEFAULTS = new BreakerSettings(5, 30_000);

    public BreakerSettings {
        Checks.range("faults", faults, 0, 1000);
        Checks.range("pauseMs", pauseMs, 1, 600_000);
    }
}
