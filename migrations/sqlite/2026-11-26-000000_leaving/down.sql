DROP INDEX users_by_vip;
CREATE INDEX users_by_vip ON users (vip_until);
DROP INDEX users_leaving;
ALTER TABLE users DROP COLUMN leaving;
