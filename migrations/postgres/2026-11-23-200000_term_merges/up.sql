-- The term that this one's name leads to, since it was merged into that one or is what that one was called before.
-- Such a term is shown nowhere; an import that names it, and an old address of it, find the other.
ALTER TABLE terms ADD COLUMN leads_to BIGINT;
DROP INDEX terms_by_count;
CREATE INDEX terms_by_count ON terms (kind, mod_id, count DESC, id, leads_to);
CREATE INDEX terms_leading ON terms (leads_to) WHERE leads_to IS NOT NULL;

-- Merges that are decided and whose works are being moved, by id: those up to moved_to have been.
CREATE TABLE term_merges (
  from_id BIGINT NOT NULL PRIMARY KEY REFERENCES terms (id),
  into_id BIGINT NOT NULL REFERENCES terms (id),
  moved_to BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  CHECK (from_id <> into_id)
);

-- A number that grows whenever a name comes to mean another term: whoever remembers names looks here first.
INSERT INTO settings (key, value) VALUES ('terms_epoch', '0');
