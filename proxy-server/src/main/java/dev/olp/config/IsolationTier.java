package dev.olp.config;

import java.util.Locale;

/** How far tenants are kept apart; written with hyphens. */
public enum IsolationTier {
    SHARED_OS_USER,
    PER_OS_USER,
    SEPARATE_VM;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
