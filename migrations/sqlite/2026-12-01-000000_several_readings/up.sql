-- By which reading of names a term was read, so that all are read again when characters are read in other ways. An instance of
-- an earlier version leaves 0 in what it reads while it is upgraded, but for names that it has changed itself.
ALTER TABLE terms ADD COLUMN read_by SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX terms_by_reading ON terms (read_by, id);
