package dev.olp.store.sqlite;

/** The databases that we keep, and how far each is migrated. */
public enum Schema {
    /** {@code olp.db}: keys, limits and use. Written rarely, and what was promised (a revocation) survives a power cut. */
    KEYS("db/keys", 9, "FULL"),
    /** The same file, for what is written at every request: a power cut may cost the last second of it. */
    USAGE(KEYS, "NORMAL"),
    /** {@code audit.db}: survives a crash of the process whole; a power cut may cost the last second. */
    AUDIT("db/audit", 7, "NORMAL");

    private final String migrations;
    private final int version;
    private final String synchronous;

    Schema(String migrations, int version, String synchronous) {
        this.migrations = migrations;
        this.version = version;
        this.synchronous = synchronous;
    }

    Schema(Schema same, String synchronous) {
        this(same.migrations, same.version, synchronous);
    }

    /** Folder of the migration scripts on the class path. */
    String migrations() {
        return migrations;
    }

    /** {@code PRAGMA user_version} after the newest migration; each script sets its own. */
    int version() {
        return version;
    }

    /** {@code PRAGMA synchronous}. */
    String synchronous() {
        return synchronous;
    }
}
