DELETE FROM missed_words WHERE found;
ALTER TABLE missed_words DROP COLUMN found;
