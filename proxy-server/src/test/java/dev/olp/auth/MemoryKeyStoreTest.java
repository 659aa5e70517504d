package dev.olp.auth;

/** The fake keeps the contract too. */
class MemoryKeyStoreTest extends KeyStoreContract {
    private final MemoryKeyStore store = new MemoryKeyStore();

    @Override
    protected KeyStore open() {
        return store;
    }

    @Override
    protected KeyStore openAgain() {
        return store;
    }
}
