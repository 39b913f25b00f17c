-- How often what operators can edit has changed, by anybody: whoever saves says which version they have seen.
ALTER TABLE works ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE terms ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE vip_plans ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE users ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE messages ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
