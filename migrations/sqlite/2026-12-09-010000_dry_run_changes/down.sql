ALTER TABLE imports DROP COLUMN changes;
