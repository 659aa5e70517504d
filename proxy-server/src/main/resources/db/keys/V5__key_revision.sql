-- Rises with each change of a key, its last use apart: who has read a key once need not read it again to know it.
ALTER TABLE api_key ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

CREATE TRIGGER api_key_revision
AFTER UPDATE OF id, name, tier, token_hash, created_at, expires_at, revoked_at, providers, models, accounts, min_tier,
    notes, advertised_token, rotated_at, previous_token_hash, grace_ends_at, erased_at ON api_key
BEGIN
    UPDATE api_key SET revision = revision + 1 WHERE rowid = NEW.rowid;
END;

PRAGMA user_version = 5;
