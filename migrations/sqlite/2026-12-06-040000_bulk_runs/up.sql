-- The run of a bulk change that an entry belongs to, so that the run can be undone. NULL for changes one by one.
ALTER TABLE audit_log ADD COLUMN run TEXT;
CREATE INDEX audit_log_of_run ON audit_log (run, id) WHERE run IS NOT NULL;
-- A bulk change walks hidden works by id.
CREATE INDEX works_hidden_by_id ON works (id) WHERE hidden;
