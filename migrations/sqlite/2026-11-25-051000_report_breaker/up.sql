-- Why a grave report has not taken its work off the site: too many had in that hour, or an operator had kept the work.
ALTER TABLE reports ADD COLUMN queued TEXT NOT NULL DEFAULT '' CHECK (queued IN ('', 'breaker', 'kept'));
CREATE INDEX reports_held ON reports (queued) WHERE decision IS NULL AND queued <> '';
-- How many works reports have taken off the site in each hour since 1970.
CREATE TABLE report_hours (
  hour BIGINT NOT NULL PRIMARY KEY,
  hidden INTEGER NOT NULL CHECK (hidden >= 0)
);
