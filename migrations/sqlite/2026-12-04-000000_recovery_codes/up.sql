-- Codes that set a new password in place of a forgotten one, as hashes: one that the member has written down, and one
-- that was mailed.
CREATE TABLE recovery_codes (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (user_id, kind)
) WITHOUT ROWID;
