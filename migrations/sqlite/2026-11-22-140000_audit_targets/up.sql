-- Orders are told apart by a number of 24 digits, and codes by the name of their batch.
ALTER TABLE audit_log RENAME TO audit_log_before;
CREATE TABLE audit_log (
  id INTEGER NOT NULL PRIMARY KEY,
  -- Nobody for what the system did, and when the operator's account is gone; the name stays.
  actor_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  -- '' = the system.
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  -- JSON of what has changed; null = was not there.
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
INSERT INTO audit_log SELECT id, actor_id, actor, action, target_kind, CAST(target_id AS TEXT), before, after, reason, created_at FROM audit_log_before;
DROP TABLE audit_log_before;
CREATE INDEX audit_log_by_action ON audit_log (action, id);
CREATE INDEX audit_log_by_actor ON audit_log (actor, id);
CREATE INDEX audit_log_of_actor ON audit_log (actor_id);
CREATE INDEX audit_log_of_target ON audit_log (target_kind, target_id);
