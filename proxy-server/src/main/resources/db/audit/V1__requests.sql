-- One row per request. Times are milliseconds since 1970-01-01T00:00Z, spans are milliseconds.
CREATE TABLE request (
    sequence         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    request_id       TEXT    NOT NULL UNIQUE,
    at               INTEGER NOT NULL,
    key_id           TEXT,
    key_name         TEXT,
    tier             TEXT,
    method           TEXT    NOT NULL,
    path             TEXT    NOT NULL,
    requested_model  TEXT,
    served_model     TEXT,
    provider         TEXT,
    outcome          TEXT    NOT NULL,
    status           INTEGER NOT NULL,
    error_code       TEXT,
    latency_ms       INTEGER NOT NULL,
    first_token_ms   INTEGER,
    queue_ms         INTEGER,
    spawn_ms         INTEGER,
    stream           INTEGER NOT NULL CHECK (stream IN (0, 1)),
    hops             INTEGER NOT NULL,
    tried_providers  TEXT,
    input_tokens     INTEGER NOT NULL,
    cached_tokens    INTEGER NOT NULL,
    output_tokens    INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    usage_estimated  INTEGER NOT NULL CHECK (usage_estimated IN (0, 1)),
    user_hash        TEXT,
    request_hash     TEXT,
    client_address   TEXT
) STRICT;

CREATE INDEX request_at ON request (at);

-- Read at every start: what is at this version is not migrated, and what is above it is refused.
PRAGMA user_version = 1;
