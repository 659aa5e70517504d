package dev.olp.cache;

/** What is done when a {@link Flight} ends, on its own thread and outside of its lock. */
interface Landing {
    /** An answer that may be kept. */
    void keep(StoredAnswer answer);

    /** Nobody can board any more. */
    void closed(Flight flight);
}
