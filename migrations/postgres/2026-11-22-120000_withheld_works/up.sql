-- Why operators keep a work off the site, whatever an import says: 0 = they do not, 1 = hidden, 2 = reported and not
-- yet decided, 3 = taken down.
ALTER TABLE works ADD COLUMN withheld SMALLINT NOT NULL DEFAULT 0 CHECK (withheld = 0 OR hidden);
-- The works index has the visible works alone.
CREATE INDEX works_hidden ON works (updated_at DESC, id DESC) WHERE hidden;
CREATE INDEX works_hidden_of_channel ON works (mod_id, updated_at DESC, id DESC) WHERE hidden;
