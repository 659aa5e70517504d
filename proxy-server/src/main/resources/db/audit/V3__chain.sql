-- Each row is chained to the one before by its hash. What is personal (key_name, user_hash, client_address) enters by a
-- salted hash of its own, so that it can be erased together with the salt and the chain stays whole. Rows from before this
-- version have no hash.
ALTER TABLE request ADD COLUMN hash BLOB;
ALTER TABLE request ADD COLUMN personal_salt BLOB;
ALTER TABLE request ADD COLUMN personal_hash BLOB;

CREATE INDEX request_key ON request (key_id, at);

-- The rows of a UTC day, or of a part of one where the clock was set. The last one may be open. Seals are kept for ever; the
-- rows of a dropped segment are gone.
CREATE TABLE segment (
    number         INTEGER NOT NULL PRIMARY KEY,
    day            TEXT    NOT NULL,
    first_sequence INTEGER NOT NULL,
    last_sequence  INTEGER NOT NULL,
    -- the seal of the segment before; zeros for the first
    start_hash     BLOB    NOT NULL,
    last_hash      BLOB    NOT NULL,
    -- HMAC over all of the above, under a key that is not in this file; renewed with each commit while the segment is open
    seal           BLOB    NOT NULL,
    sealed_at      INTEGER,
    dropped_at     INTEGER,
    drop_seal      BLOB
) STRICT;

-- Whose personal fields were erased, and up to which row.
CREATE TABLE erasure (
    key_id         TEXT    NOT NULL PRIMARY KEY,
    up_to_sequence INTEGER NOT NULL,
    seal           BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
