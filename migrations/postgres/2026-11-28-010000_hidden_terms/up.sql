-- Terms whose works a member does not want to see, at most 200 each.
CREATE TABLE hidden_terms (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  term_id BIGINT NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, term_id)
);
CREATE INDEX hidden_terms_of_term ON hidden_terms (term_id, user_id);
