-- A one-time link that gives the key its token: the hash of the link's code, and until when it is good.
ALTER TABLE api_key ADD COLUMN invite_hash BLOB CHECK (length(invite_hash) = 32);
ALTER TABLE api_key ADD COLUMN invite_ends_at INTEGER;

CREATE UNIQUE INDEX api_key_invite ON api_key (invite_hash) WHERE invite_hash IS NOT NULL;

PRAGMA user_version = 4;
