-- Fields that operators have set and imports leave alone, a bit for each.
ALTER TABLE works ADD COLUMN curated BIGINT NOT NULL DEFAULT 0;
-- What of them the lines of an import wanted otherwise, and whether it overrides them.
ALTER TABLE imports ADD COLUMN kept_works BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN kept_fields BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN overrides BOOLEAN NOT NULL DEFAULT FALSE;
