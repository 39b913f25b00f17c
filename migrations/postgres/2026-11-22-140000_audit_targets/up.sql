-- Orders are told apart by a number of 24 digits, and codes by the name of their batch.
ALTER TABLE audit_log ALTER COLUMN target_id TYPE TEXT USING target_id::TEXT;
CREATE INDEX audit_log_of_target ON audit_log (target_kind, target_id);
