-- What members keep works in. Each has at most one default, which is made on first use.
CREATE TABLE collections (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  is_private BOOLEAN NOT NULL,
  is_default BOOLEAN NOT NULL,
  -- How many works it holds.
  works INTEGER NOT NULL CHECK (works BETWEEN 0 AND 2000),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (id, user_id)
);
CREATE UNIQUE INDEX collections_identity ON collections (user_id, name);
CREATE UNIQUE INDEX collections_default ON collections (user_id) WHERE is_default;

-- The owner stands in each row, so that a work can only go into a collection of the same member, and takes
-- one of five places: there is no sixth.
CREATE TABLE collection_items (
  collection_id BIGINT NOT NULL,
  work_id BIGINT NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  user_id BIGINT NOT NULL,
  place SMALLINT NOT NULL CHECK (place BETWEEN 1 AND 5),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (collection_id, work_id),
  FOREIGN KEY (collection_id, user_id) REFERENCES collections (id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX collection_items_places ON collection_items (user_id, work_id, place);
CREATE INDEX collection_items_by_time ON collection_items (collection_id, created_at DESC, work_id DESC);
CREATE INDEX collection_items_of_work ON collection_items (work_id);

CREATE TABLE likes (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  work_id BIGINT NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, work_id)
);
CREATE INDEX likes_by_time ON likes (user_id, created_at DESC, work_id DESC);
CREATE INDEX likes_of_work ON likes (work_id);
