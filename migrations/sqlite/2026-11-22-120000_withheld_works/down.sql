DROP INDEX works_hidden;
ALTER TABLE works DROP COLUMN withheld;
