-- How often each login was tried on the last day that it was. Days are counted from 1970-01-01.
ALTER TABLE quota_plan ADD COLUMN requests_day INTEGER;
ALTER TABLE quota_plan ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 7;
