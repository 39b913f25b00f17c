-- When a scheduled work appears by itself; NULL for all others. An earlier version keeps such a work hidden.
ALTER TABLE works ADD COLUMN publish_at BIGINT;
CREATE INDEX works_scheduled ON works (publish_at) WHERE publish_at IS NOT NULL;
