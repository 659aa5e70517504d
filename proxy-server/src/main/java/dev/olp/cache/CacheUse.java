package dev.olp.cache;

/** How far a request may be answered by another's run. */
public enum CacheUse {
    /** Not at all: its client asked for a run of its own. */
    NONE,
    /** By one that is under way at the same moment; asked again later, the answer may be another. */
    SHARE,
    /** By one that was stored, too. */
    KEEP
}
