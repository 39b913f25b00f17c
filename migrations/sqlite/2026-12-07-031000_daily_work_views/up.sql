-- Views of a work on a day (days since 1970 in Shanghai). Of a day that has passed, the most viewed works are kept.
CREATE TABLE daily_work_views (
  day INTEGER NOT NULL,
  work_id INTEGER NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  views BIGINT NOT NULL,
  PRIMARY KEY (day, work_id)
);
-- Deleting a work deletes its views.
CREATE INDEX daily_work_views_of_work ON daily_work_views (work_id);
