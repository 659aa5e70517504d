-- Accounts of providers that are left alone for a while. Times are milliseconds since 1970-01-01T00:00Z.
CREATE TABLE pause (
    provider TEXT    NOT NULL,
    account  TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    reset_at INTEGER,
    since    INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    times    INTEGER NOT NULL,
    mark     TEXT    NOT NULL,
    PRIMARY KEY (provider, account)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 8;
