-- A report that players send when a source of a film fails, and how often: one of a work is undecided at a time. Programs of
-- earlier versions read it as one with the reason 'other'.
ALTER TABLE reports ADD COLUMN playback BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE reports ADD COLUMN times INTEGER NOT NULL DEFAULT 1 CHECK (times > 0);
