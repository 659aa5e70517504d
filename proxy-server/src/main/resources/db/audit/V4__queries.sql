-- What pages ask for; most rows are good, so only the others are found by their outcome and status.
CREATE INDEX request_model ON request (served_model, at);
CREATE INDEX request_outcome ON request (outcome, at) WHERE outcome <> 'SUCCESS';
CREATE INDEX request_status ON request (status, at) WHERE status <> 200;

-- Sums by the hour and by the UTC day, kept with each row; an empty text where a request has no key, provider or model.
CREATE TABLE usage_hour (
    start            INTEGER NOT NULL,
    key_id           TEXT    NOT NULL,
    provider         TEXT    NOT NULL,
    model            TEXT    NOT NULL,
    requests         INTEGER NOT NULL,
    errors           INTEGER NOT NULL,
    input_tokens     INTEGER NOT NULL,
    cached_tokens    INTEGER NOT NULL,
    output_tokens    INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cost_micros      INTEGER NOT NULL,
    PRIMARY KEY (start, key_id, provider, model)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_day (
    start            INTEGER NOT NULL,
    key_id           TEXT    NOT NULL,
    provider         TEXT    NOT NULL,
    model            TEXT    NOT NULL,
    requests         INTEGER NOT NULL,
    errors           INTEGER NOT NULL,
    input_tokens     INTEGER NOT NULL,
    cached_tokens    INTEGER NOT NULL,
    output_tokens    INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cost_micros      INTEGER NOT NULL,
    PRIMARY KEY (start, key_id, provider, model)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 4;
