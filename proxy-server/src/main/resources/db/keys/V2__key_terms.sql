-- Lists are names apart by commas, none of which can hold one; NULL stands for all.
ALTER TABLE api_key ADD COLUMN providers TEXT;
ALTER TABLE api_key ADD COLUMN models TEXT;
-- provider=account, apart by commas; NULL for the default account everywhere.
ALTER TABLE api_key ADD COLUMN accounts TEXT;
ALTER TABLE api_key ADD COLUMN min_tier TEXT CHECK (min_tier IN ('shared-os-user', 'per-os-user', 'separate-vm'));
ALTER TABLE api_key ADD COLUMN notes TEXT CHECK (length(notes) <= 1000);
-- The one readable token: of a key that is there to be told to everybody on the local network.
ALTER TABLE api_key ADD COLUMN advertised_token TEXT;
-- The token before the last rotation, good until its grace ends.
ALTER TABLE api_key ADD COLUMN rotated_at INTEGER;
ALTER TABLE api_key ADD COLUMN previous_token_hash BLOB CHECK (length(previous_token_hash) = 32);
ALTER TABLE api_key ADD COLUMN grace_ends_at INTEGER;
-- When the person's data was removed.
ALTER TABLE api_key ADD COLUMN erased_at INTEGER;

CREATE UNIQUE INDEX api_key_previous_token ON api_key (previous_token_hash) WHERE previous_token_hash IS NOT NULL;

PRAGMA user_version = 2;
