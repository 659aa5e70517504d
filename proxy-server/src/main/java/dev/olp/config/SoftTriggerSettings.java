package dev.olp.config;

import org.jspecify.annotations.Nullable;

/**
 * {@code routing.soft_triggers.<provider>}.
 *
 * @param fiveHourWindowPercentThreshold move on when this share of the five-hour window is used; null for never
 */
public record SoftTriggerSettings(@Nullable Integer fiveHourWindowPercentThreshold) {
    public static final SoftTriggerSettings DEFAULTS = new SoftTriggerSettings(null);

    public SoftTriggerSettings {
        if (fiveHourWindowPercentThreshold != null) {
            Checks.range("fiveHourWindowPercentThreshold", fiveHourWindowPercentThreshold, 1, 100);
        }
    }
}
