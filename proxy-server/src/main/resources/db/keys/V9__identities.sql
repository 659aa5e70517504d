-- Which login a state is of, as a keyed hash of its identity; null for one from before this was kept.
ALTER TABLE quota_plan ADD COLUMN login TEXT;

-- What the operator was told of, and until when it is not told again. Times in milliseconds since 1970.
CREATE TABLE told_alert (
    subject TEXT    NOT NULL PRIMARY KEY,
    at      INTEGER NOT NULL,
    until   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 9;
