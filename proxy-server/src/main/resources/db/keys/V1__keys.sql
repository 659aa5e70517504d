-- Times are milliseconds since 1970-01-01T00:00Z. The token itself is never stored.
CREATE TABLE api_key (
    id           TEXT    NOT NULL PRIMARY KEY,
    name         TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    tier         TEXT    NOT NULL CHECK (tier IN ('owner', 'guest')),
    token_hash   BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    revoked_at   INTEGER,
    last_used_at INTEGER
) STRICT;

-- A name names one key at a time; a revoked key gives its name back.
CREATE UNIQUE INDEX api_key_name ON api_key (name) WHERE revoked_at IS NULL;

-- Read at every start: what is at this version is not migrated, and what is above it is refused.
PRAGMA user_version = 1;
