DROP TABLE report_hours;
DROP INDEX reports_held;
ALTER TABLE reports DROP COLUMN queued;
