-- Terms that an import has created, so that undoing it can delete those that nothing uses. Deleted after 30 days.
CREATE TABLE import_terms (
  import_id BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  term_id BIGINT NOT NULL,
  -- Whether the undo has deleted it; NULL until that is decided.
  deleted BOOLEAN,
  PRIMARY KEY (import_id, term_id)
) WITHOUT ROWID;
CREATE INDEX import_terms_open ON import_terms (import_id, term_id) WHERE deleted IS NULL;
