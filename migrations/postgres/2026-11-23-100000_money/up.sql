-- What was given can be taken back: an entry of its own, with the days that were left as a negative number, named
-- after the source and the reference of what it undoes.
ALTER TABLE vip_grants DROP CONSTRAINT vip_grants_source_check, DROP CONSTRAINT vip_grants_days_check;
ALTER TABLE vip_grants
  ADD CONSTRAINT vip_grants_source_check CHECK (source IN ('order', 'code', 'operator', 'refund')),
  ADD CONSTRAINT vip_grants_days_check CHECK (days BETWEEN -36500 AND 36500);

-- Codes that were made together, and what they were made as: a plan may change afterwards.
CREATE TABLE code_batches (
  id BIGINT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  plan_id BIGINT REFERENCES vip_plans (id) ON DELETE SET NULL,
  plan_name TEXT NOT NULL,
  level_id SMALLINT NOT NULL,
  days INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);
CREATE UNIQUE INDEX code_batches_identity ON code_batches (name);
INSERT INTO code_batches (id, name, plan_id, plan_name, level_id, days, created_at, expires_at)
  SELECT made.id, made.batch, plans.id, COALESCE(plans.name, ''), made.level_id, made.days, made.created_at, made.expires_at
  FROM activation_codes made LEFT JOIN vip_plans plans ON plans.id = made.plan_id
  WHERE made.id IN (SELECT MIN(id) FROM activation_codes WHERE batch <> '' GROUP BY batch);
CREATE INDEX code_batches_of_plan ON code_batches (plan_id);
-- How many of a batch are in which state, without looking at the codes themselves.
DROP INDEX activation_codes_of_batch;
CREATE INDEX activation_codes_of_batch ON activation_codes (batch, id, used_at, revoked_at, expires_at);

-- The operators' lists of orders.
CREATE INDEX orders_newest ON orders (created_at DESC, number DESC);
CREATE INDEX orders_by_status ON orders (status, created_at DESC, number DESC);

-- What an operator has answered to a download request, and when.
ALTER TABLE download_requests ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE download_requests ADD COLUMN decided_at BIGINT;
CREATE INDEX download_requests_decided ON download_requests (status, decided_at);
