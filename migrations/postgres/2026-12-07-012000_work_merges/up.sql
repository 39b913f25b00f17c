-- The work that this one was merged into: its old address shows that one. An earlier version keeps a merged work hidden.
ALTER TABLE works ADD COLUMN leads_to BIGINT;
CREATE INDEX works_leading ON works (leads_to) WHERE leads_to IS NOT NULL;

-- What a merge has moved, as JSON, so that it can be undone. Deleted after 30 days.
CREATE TABLE work_merges (
  from_id BIGINT NOT NULL PRIMARY KEY REFERENCES works (id) ON DELETE CASCADE,
  into_id BIGINT NOT NULL,
  moved TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX work_merges_by_time ON work_merges (created_at);
