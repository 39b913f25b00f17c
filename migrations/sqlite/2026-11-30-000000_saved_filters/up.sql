-- Filters of lists that a member keeps under a name, in their order, at most 20 each.
CREATE TABLE saved_filters (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  PRIMARY KEY (user_id, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX saved_filters_identity ON saved_filters (user_id, name);
