DROP INDEX users_leaving;
ALTER TABLE users DROP COLUMN leaving;
