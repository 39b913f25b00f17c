-- Facts about this database itself, such as the id its works index must carry.
CREATE TABLE settings (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE works (
  id INTEGER NOT NULL PRIMARY KEY,
  mod_id SMALLINT NOT NULL,
  number TEXT NOT NULL,
  title TEXT NOT NULL,
  pub_time BIGINT NOT NULL,
  pic_small TEXT NOT NULL,
  pic_big TEXT NOT NULL,
  image_small TEXT NOT NULL,
  image_big TEXT NOT NULL,
  mp4 TEXT NOT NULL,
  m3u8 TEXT NOT NULL,
  duration INTEGER NOT NULL,
  average DOUBLE NOT NULL,
  evaluates INTEGER NOT NULL,
  is_online SMALLINT NOT NULL,
  is_dht BOOLEAN NOT NULL,
  hidden BOOLEAN NOT NULL,
  collects BIGINT NOT NULL,
  likes BIGINT NOT NULL,
  views BIGINT NOT NULL,
  fingerprint BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX works_identity ON works (mod_id, number);

CREATE TABLE terms (
  id INTEGER NOT NULL PRIMARY KEY,
  kind SMALLINT NOT NULL,
  mod_id SMALLINT NOT NULL,
  name TEXT NOT NULL,
  name_cn TEXT NOT NULL,
  aliases TEXT NOT NULL,
  group_name TEXT NOT NULL,
  count INTEGER NOT NULL,
  uncensored_count INTEGER NOT NULL
);
CREATE UNIQUE INDEX terms_identity ON terms (kind, mod_id, name);
CREATE INDEX terms_by_count ON terms (kind, mod_id, count DESC, id);

CREATE TABLE work_terms (
  work_id INTEGER NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  term_id INTEGER NOT NULL REFERENCES terms (id) ON DELETE CASCADE,
  position SMALLINT NOT NULL,
  PRIMARY KEY (work_id, term_id)
) WITHOUT ROWID;

CREATE TABLE magnets (
  id INTEGER NOT NULL PRIMARY KEY,
  work_id INTEGER NOT NULL REFERENCES works (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  info_hash TEXT NOT NULL,
  length BIGINT NOT NULL,
  create_time BIGINT NOT NULL
);
CREATE UNIQUE INDEX magnets_identity ON magnets (work_id, info_hash);

-- The outbox the works index is fed from: one row for each change of a work, or of the names of a term.
CREATE TABLE work_changes (
  seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  tx BIGINT NOT NULL DEFAULT 0,
  work_id BIGINT,
  term_id BIGINT,
  at BIGINT NOT NULL,
  CHECK ((work_id IS NULL) <> (term_id IS NULL))
);
