-- What visitors and members say is wrong about a work, and what operators have decided on it.
CREATE TABLE reports (
  id INTEGER NOT NULL PRIMARY KEY,
  work_id BIGINT NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  -- Nobody for a visitor, and when the account is gone.
  user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  -- A keyed hash of who reports, to tell the same again.
  reporter TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('copyright', 'privacy', 'nonconsent', 'minor', 'wrong', 'other')),
  -- The work is off the site until this is decided.
  grave BOOLEAN NOT NULL,
  detail TEXT NOT NULL,
  contact TEXT NOT NULL,
  decision TEXT CHECK (decision IN ('keep', 'takedown')),
  note TEXT NOT NULL,
  decided_at BIGINT,
  created_at BIGINT NOT NULL,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CREATE UNIQUE INDEX reports_once ON reports (work_id, reason, reporter);
CREATE INDEX reports_open ON reports (grave DESC, created_at, id) WHERE decision IS NULL;
CREATE INDEX reports_done ON reports (decided_at DESC, id DESC) WHERE decision IS NOT NULL;
CREATE INDEX reports_of_user ON reports (user_id);
