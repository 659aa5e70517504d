package dev.olp.audit;

/** How a request ended, and by whose doing. Used by audit, metrics and log alike. */
public enum Outcome {
    SUCCESS,
    CLIENT_ERROR,
    CLIENT_GONE,
    REFUSED,
    PROVIDER_FAULT,
    PROVIDER_TIMEOUT,
    SERVER_FAULT,
    DRAINING,
    /** The server died with the request under way. */
    INTERRUPTED
}
