package dev.olp.config;

/**
 * {@code dashboard}.
 *
 * @param allowPlainHttp whether the owner may log in over plain HTTP from beyond loopback
 */
public record DashboardSettings(boolean allowPlainHttp) {
    public static final DashboardSettings DEFAULTS = new DashboardSettings(false);
}
