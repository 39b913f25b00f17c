ALTER TABLE imports DROP COLUMN overrides;
ALTER TABLE imports DROP COLUMN kept_fields;
ALTER TABLE imports DROP COLUMN kept_works;
ALTER TABLE works DROP COLUMN curated;
