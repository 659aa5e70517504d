package dev.olp.cache;

/** What makes two requests the same: the SHA-256 of all that shapes the answer, in four parts. */
record CacheKey(long a, long b, long c, long d) {

    /**
     * Of the answers that one hop gives.
     *
     * @param place in the request's plan; 0 for the first, whose key this is
     */
    CacheKey ofHop(int place) {
        return place == 0 ? this : new CacheKey(a, b, c, d + place);
    }
}
