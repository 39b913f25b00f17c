ALTER TABLE messages DROP COLUMN version;
ALTER TABLE users DROP COLUMN version;
ALTER TABLE vip_plans DROP COLUMN version;
ALTER TABLE terms DROP COLUMN version;
ALTER TABLE works DROP COLUMN version;
