-- What members want to have made ready for them. The address itself is not kept, and never fetched.
CREATE TABLE download_requests (
  id INTEGER NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  work_id BIGINT NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  info_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'done', 'refused')),
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX download_requests_once ON download_requests (user_id, work_id, info_hash);
CREATE INDEX download_requests_of_work ON download_requests (work_id);
CREATE INDEX download_requests_by_status ON download_requests (status, id);
