DROP INDEX works_hidden_by_id;
DROP INDEX audit_log_of_run;
ALTER TABLE audit_log DROP COLUMN run;
