-- Terms that members follow, at most 500 each.
CREATE TABLE follows (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  term_id BIGINT NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, term_id)
);
CREATE INDEX follows_of_term ON follows (term_id, user_id);
