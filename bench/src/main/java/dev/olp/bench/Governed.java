package dev.olp.bench;

import java.util.List;

/**
 * Which parts of governance a server of the bench has.
 *
 * @param name for people
 */
record Governed(String name, boolean keys, boolean limits, boolean audit, boolean metrics) {
    static final Governed NOTHING = new Governed("nothing", false, false, false, false);
    static final Governed KEYS = new Governed("the key check", true, false, false, false);
    static final Governed ALL = new Governed("all", true, true, true, true);

    /** Nothing, each part alone, and all. */
    static List<Governed> each() {
        return List.of(
                NOTHING,
                KEYS,
                new Governed("limits", false, true, false, false),
                new Governed("audit", false, false, true, false),
                new Governed("metrics", false, false, false, true),
                ALL);
    }
}
