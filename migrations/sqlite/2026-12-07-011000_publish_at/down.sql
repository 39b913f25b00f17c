DROP INDEX works_scheduled;
ALTER TABLE works DROP COLUMN publish_at;
