DROP INDEX audit_log_of_target;
-- What is no number has no place in the older table.
DELETE FROM audit_log WHERE target_id !~ '^[0-9]{1,18}$' AND target_id !~ '^[1-8][0-9]{18}$';
ALTER TABLE audit_log ALTER COLUMN target_id TYPE BIGINT USING target_id::BIGINT;
