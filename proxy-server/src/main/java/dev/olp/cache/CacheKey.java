package dev.olp.cache;

/** What makes two requests the same: the SHA-256 of all that shapes the answer, in four parts. */
record CacheKey(long a, long b, long c, long d) {}
