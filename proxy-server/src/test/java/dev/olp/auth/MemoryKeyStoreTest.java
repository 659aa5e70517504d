package dev.olp.auth;

/** The fake keeps the contract too. */
class MemoryKeyStoreTest implements KeyStoreContract {
    private final MemoryKeyStore store = new MemoryKeyStore();

    @Override
    public KeyStore store() {
        return store;
    }

    @Override
    public KeyStore anotherHandle() {
        return store;
    }
}
