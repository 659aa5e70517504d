package dev.olp.auth;

/** What a key may do. */
public enum Tier {
    OWNER,
    GUEST,
    ANONYMOUS
}
