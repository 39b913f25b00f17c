-- What an import has done to works, so that all of it can be undone. Deleted after 30 days.
CREATE TABLE import_changes (
  import_id BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  work_id BIGINT NOT NULL,
  -- The work's version after the import: another one says that something has changed it since.
  version BIGINT NOT NULL,
  -- What the import has replaced, as JSON. NULL for a work that it created.
  former TEXT,
  -- What became of the work when the import was undone.
  outcome TEXT CHECK (outcome IN ('deleted', 'hidden', 'restored', 'kept')),
  PRIMARY KEY (import_id, work_id)
);
-- Whether an import can be undone: not, yes, it is being undone, it has been. An instance of an earlier version records no changes.
ALTER TABLE imports ADD COLUMN undo TEXT NOT NULL DEFAULT 'none' CHECK (undo IN ('none', 'open', 'begun', 'done'));
CREATE INDEX imports_undoable ON imports (finished_at) WHERE undo IN ('open', 'begun');
