-- From where users have signed in: networks, and installations by a hash. Whoever comes from there again is not kept
-- out by what strangers try.
CREATE TABLE familiar_origins (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, origin)
);

-- A password that somebody else has set is changed by its owner before anything else.
ALTER TABLE users ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE;
