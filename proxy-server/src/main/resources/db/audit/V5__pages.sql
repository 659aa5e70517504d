-- A key's rows by model, and what else may be asked of the rows that are not good: found in the index, without the row.
CREATE INDEX request_key_model ON request (key_id, served_model, at);
DROP INDEX request_outcome;
CREATE INDEX request_outcome ON request (outcome, at, sequence, key_id, served_model, status) WHERE outcome <> 'SUCCESS';
DROP INDEX request_status;
CREATE INDEX request_status ON request (status, at, sequence, key_id, served_model, outcome) WHERE status <> 200;

PRAGMA user_version = 5;
