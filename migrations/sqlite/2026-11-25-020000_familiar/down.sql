ALTER TABLE users DROP COLUMN must_change_password;
DROP TABLE familiar_origins;
