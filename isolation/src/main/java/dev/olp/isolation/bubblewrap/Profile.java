package dev.olp.isolation.bubblewrap;

/** What of the host's programs a sandbox holds. */
public enum Profile {
    /** The binary and the libraries that it names, nothing else: no shell, no other program. */
    BARE,
    /** The host's whole {@code /usr}, read-only, for CLIs that are scripts. */
    USR
}
