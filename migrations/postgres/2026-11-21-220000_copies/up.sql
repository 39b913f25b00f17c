-- What was copied today, and how often by whom: a member, a visitor's installation or a visitor's network, the
-- last two under a keyed hash. Earlier days are deleted.
CREATE TABLE copy_log (
  -- Days since 1970 in Shanghai.
  day INTEGER NOT NULL,
  subject TEXT NOT NULL,
  info_hash TEXT NOT NULL,
  PRIMARY KEY (day, subject, info_hash)
);

CREATE TABLE copy_quota (
  day INTEGER NOT NULL,
  subject TEXT NOT NULL,
  copies INTEGER NOT NULL CHECK (copies >= 0),
  PRIMARY KEY (day, subject)
);
