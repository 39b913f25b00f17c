-- Keys with which members' programs search, at most 5 each. Only the hash of a key is kept.
CREATE TABLE program_keys (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE UNIQUE INDEX program_keys_identity ON program_keys (key_hash);
CREATE INDEX program_keys_of_user ON program_keys (user_id, id);
