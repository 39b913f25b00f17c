-- A report that players send when no source of a film plays on, and how often: one of a work is open at a time. Programs of
-- earlier versions read it as one with the reason 'other'.
ALTER TABLE reports ADD COLUMN playback BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE reports ADD COLUMN times INTEGER NOT NULL DEFAULT 1 CHECK (times > 0);
