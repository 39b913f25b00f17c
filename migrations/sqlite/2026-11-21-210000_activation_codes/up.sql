-- Codes that stand for days of VIP. The code itself is nowhere: only a keyed hash of it, and its last four
-- letters to tell it by.
CREATE TABLE activation_codes (
  id INTEGER NOT NULL PRIMARY KEY,
  code_hash TEXT NOT NULL,
  last4 TEXT NOT NULL,
  -- Those that were made together; '' = bought.
  batch TEXT NOT NULL,
  order_no TEXT,
  plan_id BIGINT REFERENCES vip_plans (id) ON DELETE SET NULL,
  level_id SMALLINT NOT NULL,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 36500),
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  used_at BIGINT,
  used_by BIGINT REFERENCES users (id) ON DELETE SET NULL,
  used_network TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX activation_codes_identity ON activation_codes (code_hash);
CREATE UNIQUE INDEX activation_codes_of_order ON activation_codes (order_no);
CREATE INDEX activation_codes_of_batch ON activation_codes (batch, id);
CREATE INDEX activation_codes_of_user ON activation_codes (used_by);

-- Every attempt to use one, and what came of it.
CREATE TABLE activation_attempts (
  id INTEGER NOT NULL PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  network TEXT NOT NULL,
  last4 TEXT NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('redeemed', 'already', 'invalid')),
  created_at BIGINT NOT NULL
);
CREATE INDEX activation_attempts_of_user ON activation_attempts (user_id, created_at);
