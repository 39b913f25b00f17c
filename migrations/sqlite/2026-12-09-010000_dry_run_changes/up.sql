-- What a dry run would change, by field, in JSON. Empty for none.
ALTER TABLE imports ADD COLUMN changes TEXT NOT NULL DEFAULT '';
