ALTER TABLE notices DROP COLUMN address;
