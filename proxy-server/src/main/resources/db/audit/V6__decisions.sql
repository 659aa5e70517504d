-- What became of each hop of a request and why, as a JSON array; null where there was nothing to decide.
ALTER TABLE request ADD COLUMN decisions TEXT;
ALTER TABLE admission ADD COLUMN decisions TEXT;

PRAGMA user_version = 6;
