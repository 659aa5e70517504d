package dev.olp.config;

/**
 * {@code metrics}.
 *
 * @param loopback whether who asks from this machine needs no key; the owner's key is enough from anywhere
 */
public record MetricsSettings(boolean loopback) {
    public static final MetricsSettings DEFAULTS = new MetricsSettings(false);
}
