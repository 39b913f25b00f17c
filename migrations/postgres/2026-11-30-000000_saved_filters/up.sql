-- Filters of lists that a member keeps under a name, in their order, at most 20 each.
CREATE TABLE saved_filters (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (user_id, name)
);
