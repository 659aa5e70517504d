package dev.olp.registry;

/** How risky it is for an account to be used through OLP, by the vendor's terms. */
public enum RiskTier {
    /** Refused always. */
    A,
    /** Opt-in with a recorded consent. */
    B,
    /** Opt-in. */
    C,
    /** May be on by default. */
    D
}
