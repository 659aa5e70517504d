package dev.olp.quota;

import java.util.Locale;

/** Who told. */
public enum QuotaSource {
    /** The headers of a provider's reply, in the gateway. */
    GATEWAY_HEADERS,
    /** A CLI, in its output. */
    CLI_EVENT,
    /** The headers of a reply that was asked for to know them. */
    PROBE,
    /** A CLI's refusal of a run, since the plan is spent. */
    LIMIT_ERROR;

    /** As in {@code quota_v2} and in the database. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException when nobody is called so */
    public static QuotaSource of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
