package dev.olp.logins;

import java.io.IOException;

/** A lock that a vendor's CLI takes and honours, held by us. */
interface CliLock extends AutoCloseable {
    /** Tells others that its holder lives; to be called every few seconds while it is held. */
    default void keepFresh() throws IOException {}

    @Override
    void close() throws IOException;
}
