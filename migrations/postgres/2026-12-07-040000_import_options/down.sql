ALTER TABLE imports DROP COLUMN options;
