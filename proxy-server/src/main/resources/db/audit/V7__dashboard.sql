-- What the cache had to do with requests; those that are in neither bypassed it, or asked for no answer.
ALTER TABLE usage_hour ADD COLUMN cache_hits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_hour ADD COLUMN cache_attached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_hour ADD COLUMN cache_misses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_day ADD COLUMN cache_hits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_day ADD COLUMN cache_attached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_day ADD COLUMN cache_misses INTEGER NOT NULL DEFAULT 0;

-- Requests by the hour in which another hop than the first had to answer; an empty text where none did.
CREATE TABLE fallback_hour (
    start    INTEGER NOT NULL,
    chain_id TEXT    NOT NULL,
    provider TEXT    NOT NULL,
    model    TEXT    NOT NULL,
    requests INTEGER NOT NULL,
    errors   INTEGER NOT NULL,
    PRIMARY KEY (start, chain_id, provider, model)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 7;
