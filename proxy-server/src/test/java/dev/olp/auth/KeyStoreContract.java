package dev.olp.auth;

/** What every {@link KeyStore} does. */
public interface KeyStoreContract extends KeyMakingContract, KeyChangesContract, KeyTokensContract {}
