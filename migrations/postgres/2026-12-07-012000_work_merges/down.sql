DROP TABLE work_merges;
DROP INDEX works_leading;
ALTER TABLE works DROP COLUMN leads_to;
