DROP INDEX terms_by_reading;
ALTER TABLE terms DROP COLUMN read_by;
