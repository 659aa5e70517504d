package dev.olp.config;

/**
 * {@code audit}.
 *
 * @param retentionDays how long rows are kept
 * @param ndjson whether rows are also written as NDJSON files
 * @param onFailure what happens to requests while rows cannot be written
 * @param clientAddress what is kept of the client's address
 */
public record AuditSettings(int retentionDays, boolean ndjson, OnFailure onFailure, ClientAddress clientAddress) {
    public static final AuditSettings DEFAULTS = new AuditSettings(90, false, OnFailure.SERVE, ClientAddress.STORE);

    public AuditSettings {
        Checks.range("retentionDays", retentionDays, 1, 3650);
    }

    /** Serve on, or refuse. */
    public enum OnFailure {
        SERVE,
        REFUSE
    }

    /** As it is, hashed, or not at all. */
    public enum ClientAddress {
        STORE,
        HASH,
        OMIT
    }
}
