-- What was given can be taken back: an entry of its own, with the days that were left as a negative number, named
-- after the source and the reference of what it undoes.
ALTER TABLE vip_grants RENAME TO vip_grants_before;
CREATE TABLE vip_grants (
  id INTEGER NOT NULL PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  source TEXT NOT NULL CHECK (source IN ('order', 'code', 'operator', 'refund')),
  reference TEXT NOT NULL,
  level_id SMALLINT NOT NULL,
  -- 0 = an operator ended what was left.
  days INTEGER NOT NULL CHECK (days BETWEEN -36500 AND 36500),
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
INSERT INTO vip_grants SELECT id, user_id, source, reference, level_id, days, starts_at, ends_at, created_at FROM vip_grants_before;
DROP TABLE vip_grants_before;
CREATE UNIQUE INDEX vip_grants_once ON vip_grants (source, reference);
CREATE INDEX vip_grants_of_user ON vip_grants (user_id, created_at);

-- Codes that were made together, and what they were made as: a plan may change afterwards.
CREATE TABLE code_batches (
  id INTEGER NOT NULL PRIMARY KEY,
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
