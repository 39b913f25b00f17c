-- By which reading of names a term was read, so that all are read again when characters are read in other ways; an instance
-- of an earlier version reads new names by none of these.
ALTER TABLE terms ADD COLUMN read_by SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX terms_by_reading ON terms (read_by, id);
