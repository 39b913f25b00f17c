DROP INDEX works_hidden_of_channel;
DROP INDEX works_hidden;
ALTER TABLE works DROP COLUMN withheld;
