-- What providers told of each login's plan. Times in milliseconds since 1970.
CREATE TABLE quota_plan (
    provider TEXT NOT NULL,
    account TEXT NOT NULL,
    source TEXT,
    observed_at INTEGER,
    representative_claim TEXT,
    overage_status TEXT,
    overage_disabled_reason TEXT,
    has_overage INTEGER NOT NULL CHECK (has_overage IN (0, 1)),
    -- one sentence a line; null for none
    drift TEXT,
    drift_at INTEGER,
    PRIMARY KEY (provider, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE quota_window (
    provider TEXT NOT NULL,
    account TEXT NOT NULL,
    -- 5h, 7d, overall or overage
    label TEXT NOT NULL,
    utilization REAL,
    resets_at INTEGER,
    status TEXT,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (provider, account, label)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 6;
