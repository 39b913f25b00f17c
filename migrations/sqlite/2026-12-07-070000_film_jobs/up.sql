-- Film files that become streams, and how far each is.
CREATE TABLE film_jobs (
  id INTEGER NOT NULL PRIMARY KEY,
  -- The work, once it was found by its number, as somebody has written it.
  work_id BIGINT,
  number TEXT NOT NULL,
  -- Its channel, if several have the number.
  channel SMALLINT,
  -- The file, and a JSON list of files with its subtitles.
  path TEXT NOT NULL,
  subtitles TEXT NOT NULL,
  -- It takes the place of the film that the work has.
  replaces BOOLEAN NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Why it failed or was cancelled, in Chinese; empty otherwise.
  problem TEXT NOT NULL,
  -- It is to stop.
  cancelling BOOLEAN NOT NULL,
  -- Percent.
  progress SMALLINT NOT NULL CHECK (progress BETWEEN 0 AND 100),
  -- The run that works on it, and when that last said so.
  run BIGINT NOT NULL,
  beat_at BIGINT NOT NULL,
  -- What the work said before it said that it is being transcoded, and whether an operator had said it.
  online_before SMALLINT,
  was_curated BOOLEAN NOT NULL,
  operator TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE INDEX film_jobs_by_state ON film_jobs (state, id);
CREATE INDEX film_jobs_by_path ON film_jobs (path);
