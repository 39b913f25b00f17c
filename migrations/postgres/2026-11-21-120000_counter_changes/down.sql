ALTER TABLE work_changes DROP COLUMN counters_only;
