-- What else is known of a request, and the requests under way: an admission stands here from before its work begins until
-- its outcome is written. One that is found at a start was interrupted.
ALTER TABLE request ADD COLUMN account TEXT;
-- Millionths of a US dollar; null where the price or the use is not known.
ALTER TABLE request ADD COLUMN cost_micros INTEGER;
ALTER TABLE request ADD COLUMN cache_status TEXT;
ALTER TABLE request ADD COLUMN isolation_tier TEXT;
ALTER TABLE request ADD COLUMN sandbox TEXT;
ALTER TABLE request ADD COLUMN sandbox_profile TEXT;
ALTER TABLE request ADD COLUMN chain_id TEXT;

CREATE TABLE admission (
    request_id       TEXT    NOT NULL PRIMARY KEY,
    at               INTEGER NOT NULL,
    key_id           TEXT,
    key_name         TEXT,
    tier             TEXT,
    method           TEXT    NOT NULL,
    path             TEXT    NOT NULL,
    requested_model  TEXT,
    served_model     TEXT,
    provider         TEXT,
    account          TEXT,
    outcome          TEXT    NOT NULL,
    status           INTEGER NOT NULL,
    error_code       TEXT,
    latency_ms       INTEGER NOT NULL,
    first_token_ms   INTEGER,
    queue_ms         INTEGER,
    spawn_ms         INTEGER,
    stream           INTEGER NOT NULL,
    cache_status     TEXT,
    hops             INTEGER NOT NULL,
    tried_providers  TEXT,
    chain_id         TEXT,
    input_tokens     INTEGER NOT NULL,
    cached_tokens    INTEGER NOT NULL,
    output_tokens    INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    usage_estimated  INTEGER NOT NULL,
    cost_micros      INTEGER,
    isolation_tier   TEXT,
    sandbox          TEXT,
    sandbox_profile  TEXT,
    user_hash        TEXT,
    request_hash     TEXT,
    client_address   TEXT
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
