-- Files that operators upload to be imported, and how far each is.
CREATE TABLE imports (
  id BIGINT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- Bytes of the whole file, and how many of them are here.
  size BIGINT NOT NULL CHECK (size > 0),
  received BIGINT NOT NULL CHECK (received BETWEEN 0 AND size),
  -- Of the whole file, in hex; empty before the first start.
  sha256 TEXT NOT NULL,
  -- Every line is checked and nothing is written.
  dry_run BOOLEAN NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('receiving', 'queued', 'running', 'done', 'cancelled', 'failed')),
  -- Why it failed; empty otherwise.
  problem TEXT NOT NULL,
  -- It stops after the batch in hand.
  cancelling BOOLEAN NOT NULL,
  -- The file is still here.
  kept BOOLEAN NOT NULL,
  -- The instance that runs it, and when it last said so.
  node SMALLINT NOT NULL,
  beat_at BIGINT NOT NULL,
  -- What is done of it: bytes of the file, its lines, and what became of them.
  read_bytes BIGINT NOT NULL,
  lines BIGINT NOT NULL,
  added BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  unchanged BIGINT NOT NULL,
  refused BIGINT NOT NULL,
  -- Bytes of the list of refused lines.
  refused_bytes BIGINT NOT NULL,
  -- Lines a second.
  rate BIGINT NOT NULL,
  operator TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
-- One runs at a time, whichever instance runs it.
CREATE UNIQUE INDEX imports_running ON imports (state) WHERE state = 'running';
CREATE INDEX imports_alive ON imports (id) WHERE state IN ('receiving', 'queued', 'running');
CREATE INDEX imports_kept ON imports (beat_at) WHERE kept;
