DELETE FROM settings WHERE key = 'terms_epoch';
DROP TABLE term_merges;
DROP INDEX terms_leading;
DROP INDEX terms_by_count;
CREATE INDEX terms_by_count ON terms (kind, mod_id, count DESC, id);
ALTER TABLE terms DROP COLUMN leads_to;
