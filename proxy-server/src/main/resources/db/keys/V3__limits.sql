-- What a key may use instead of the defaults: NULL is the default, -1 is no limit. Money is in millionths of a dollar.
CREATE TABLE key_limit (
    key_id              TEXT    NOT NULL PRIMARY KEY,
    requests_per_minute INTEGER,
    requests_per_day    INTEGER,
    requests_per_week   INTEGER,
    requests_per_month  INTEGER,
    tokens_per_day      INTEGER,
    tokens_per_month    INTEGER,
    usd_per_month       INTEGER,
    concurrent          INTEGER
) STRICT, WITHOUT ROWID;

-- What a key has used: a row is rewritten at each request. Days are counted from 1970-01-01; the minute is a packed count
-- by second. No reference to api_key: the operator's token and anonymous have rows too.
CREATE TABLE key_usage (
    key_id          TEXT    NOT NULL PRIMARY KEY,
    minute          BLOB    NOT NULL,
    day             INTEGER NOT NULL,
    day_requests    INTEGER NOT NULL,
    day_tokens      INTEGER NOT NULL,
    day_micro_usd   INTEGER NOT NULL,
    week            INTEGER NOT NULL,
    week_requests   INTEGER NOT NULL,
    week_tokens     INTEGER NOT NULL,
    week_micro_usd  INTEGER NOT NULL,
    month           INTEGER NOT NULL,
    month_requests  INTEGER NOT NULL,
    month_tokens    INTEGER NOT NULL,
    month_micro_usd INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
