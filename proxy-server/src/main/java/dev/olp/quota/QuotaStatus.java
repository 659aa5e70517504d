package dev.olp.quota;

import java.util.Locale;

/** How far what is known can be relied on. */
public enum QuotaStatus {
    /** Told lately. */
    LIVE,
    /** Told too long ago: others may have used the plan since. */
    STALE,
    /** Never told, or all of it was of windows that have ended. */
    UNKNOWN,
    /** This login cannot be told of: it has no plan, or its provider says nothing. */
    UNAVAILABLE;

    /** As in {@code quota_v2}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
