DROP INDEX download_requests_decided;
ALTER TABLE download_requests DROP COLUMN decided_at;
ALTER TABLE download_requests DROP COLUMN note;
DROP INDEX orders_by_status;
DROP INDEX orders_newest;
DROP INDEX activation_codes_of_batch;
CREATE INDEX activation_codes_of_batch ON activation_codes (batch, id);
DROP TABLE code_batches;
-- What was taken back has no place in the older table.
ALTER TABLE vip_grants RENAME TO vip_grants_before;
CREATE TABLE vip_grants (
  id INTEGER NOT NULL PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  source TEXT NOT NULL CHECK (source IN ('order', 'code', 'operator')),
  reference TEXT NOT NULL,
  level_id SMALLINT NOT NULL,
  -- 0 = an operator ended what was left.
  days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 36500),
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
INSERT INTO vip_grants SELECT id, user_id, source, reference, level_id, days, starts_at, ends_at, created_at FROM vip_grants_before WHERE source <> 'refund' AND days >= 0;
DROP TABLE vip_grants_before;
CREATE UNIQUE INDEX vip_grants_once ON vip_grants (source, reference);
CREATE INDEX vip_grants_of_user ON vip_grants (user_id, created_at);
