ALTER TABLE imports DROP COLUMN warnings;
