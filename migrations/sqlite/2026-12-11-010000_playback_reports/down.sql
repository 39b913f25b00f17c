ALTER TABLE reports DROP COLUMN times;
ALTER TABLE reports DROP COLUMN playback;
