DROP INDEX terms_unread;
DROP INDEX terms_by_initial;
ALTER TABLE terms DROP COLUMN readings;
ALTER TABLE terms DROP COLUMN initial;
