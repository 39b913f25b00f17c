ALTER TABLE works DROP COLUMN pub_precision;
