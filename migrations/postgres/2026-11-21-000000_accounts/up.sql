-- Members and operators. `name_key` is the name as it is compared: NFKC, in lower case.
CREATE TABLE users (
  id BIGINT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  -- The group a member is in while `vip_until` lies ahead; 1 = ordinary members.
  level_id SMALLINT NOT NULL DEFAULT 1,
  vip_until BIGINT NOT NULL DEFAULT 0,
  role TEXT NOT NULL DEFAULT 'member',
  -- Words beside those the role brings, separated by commas.
  permissions TEXT NOT NULL DEFAULT '',
  disabled BOOLEAN NOT NULL DEFAULT FALSE,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_identity ON users (name_key);

-- One row for each sign-in. Nothing in it can be presented as a token.
CREATE TABLE sessions (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Which of its refresh tokens is the live one.
  counter BIGINT NOT NULL,
  network TEXT NOT NULL,
  agent TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  rotated_at BIGINT NOT NULL,
  idle_until BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX sessions_of_user ON sessions (user_id, created_at);

-- Attempts to sign in that have not succeeded, for each name and network; '' = from anywhere.
CREATE TABLE login_failures (
  name_key TEXT NOT NULL,
  network TEXT NOT NULL,
  failures INTEGER NOT NULL,
  last_at BIGINT NOT NULL,
  PRIMARY KEY (name_key, network)
);
CREATE INDEX login_failures_by_age ON login_failures (last_at);
