DROP INDEX imports_undoable;
ALTER TABLE imports DROP COLUMN undo;
DROP TABLE import_changes;
