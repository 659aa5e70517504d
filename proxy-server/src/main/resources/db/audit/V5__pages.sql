-- A key's rows by model; and of the rows that are not good, all that may be asked for, found in the index without the row.
CREATE INDEX request_key_model ON request (key_id, served_model, at);

DROP INDEX request_outcome;
CREATE INDEX request_outcome ON request (outcome, at, sequence) WHERE outcome <> 'SUCCESS';
CREATE INDEX request_outcome_status ON request (outcome, status, at, sequence) WHERE outcome <> 'SUCCESS';
CREATE INDEX request_key_outcome ON request (key_id, outcome, at, sequence, served_model, status) WHERE outcome <> 'SUCCESS';
CREATE INDEX request_model_outcome ON request (served_model, outcome, at, sequence, status) WHERE outcome <> 'SUCCESS';

DROP INDEX request_status;
CREATE INDEX request_status ON request (status, at, sequence, outcome) WHERE status <> 200;
CREATE INDEX request_key_status ON request (key_id, status, at, sequence, served_model, outcome) WHERE status <> 200;
CREATE INDEX request_model_status ON request (served_model, status, at, sequence, outcome) WHERE status <> 200;

PRAGMA user_version = 5;
