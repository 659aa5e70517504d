package dev.olp.isolation.bubblewrap;

/** What a sandbox can reach. */
public enum NetworkPolicy {
    /** A network namespace of its own with nothing but its loopback. */
    NONE,
    /**
     * The host's network, its resolver and its certificates. Not isolation: a child reaches every local service. For an
     * upstream that no gateway leads to yet, and only where the operator said so.
     */
    HOST
}
