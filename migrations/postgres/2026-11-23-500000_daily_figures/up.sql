-- How much happened on each day: days since 1970 in Shanghai. Moved in the transaction of their cause.
CREATE TABLE daily_figures (
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  value BIGINT NOT NULL,
  PRIMARY KEY (day, name)
);

-- How many there are, moved along with what they count.
CREATE TABLE standing_figures (
  name TEXT NOT NULL PRIMARY KEY,
  value BIGINT NOT NULL
);

-- What was looked for on a day and not found. `visitors` has a bit for each of those who looked, from a keyed hash of
-- the word and the visitor: it tells that there were several, and nothing about who.
CREATE TABLE missed_words (
  day INTEGER NOT NULL,
  word TEXT NOT NULL,
  searches BIGINT NOT NULL,
  visitors BIGINT NOT NULL,
  PRIMARY KEY (day, word)
);

-- What the latest import did.
CREATE TABLE last_import (
  id SMALLINT NOT NULL PRIMARY KEY CHECK (id = 1),
  finished_at BIGINT NOT NULL,
  added BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  unchanged BIGINT NOT NULL,
  refused BIGINT NOT NULL
);

CREATE INDEX users_by_vip ON users (vip_until);

-- What the rows there are tell of the days before.
INSERT INTO daily_figures (day, name, value)
  SELECT (created_at + 28800) / 86400, 'works', COUNT(*) FROM works GROUP BY 1;
INSERT INTO daily_figures (day, name, value)
  SELECT (created_at + 28800) / 86400, 'registrations', COUNT(*) FROM users GROUP BY 1;
INSERT INTO daily_figures (day, name, value)
  SELECT (created_at + 28800) / 86400, 'paid_orders', COUNT(*) FROM payments WHERE outcome = 'granted' GROUP BY 1;
INSERT INTO daily_figures (day, name, value)
  SELECT (created_at + 28800) / 86400, 'paid_fen', CAST(SUM(fen) AS BIGINT) FROM payments WHERE outcome = 'granted' GROUP BY 1;
INSERT INTO daily_figures (day, name, value)
  SELECT day, 'copies', COUNT(*) FROM copy_log GROUP BY day;

INSERT INTO standing_figures (name, value) SELECT 'members', COUNT(*) FROM users;
INSERT INTO standing_figures (name, value) SELECT 'works_censored', COUNT(*) FROM works WHERE mod_id = 1 AND NOT hidden;
INSERT INTO standing_figures (name, value) SELECT 'works_uncensored', COUNT(*) FROM works WHERE mod_id = 2 AND NOT hidden;
INSERT INTO standing_figures (name, value) SELECT 'works_western', COUNT(*) FROM works WHERE mod_id = 3 AND NOT hidden;
INSERT INTO standing_figures (name, value) SELECT 'works_hidden', COUNT(*) FROM works WHERE hidden;
INSERT INTO standing_figures (name, value) SELECT 'works_taken_down', COUNT(*) FROM works WHERE hidden AND withheld = 3;
