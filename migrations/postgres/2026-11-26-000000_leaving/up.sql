-- A member who has left, while what they kept is taken back in steps: nobody sees the row any more, and it goes last.
ALTER TABLE users ADD COLUMN leaving BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX users_leaving ON users (id) WHERE leaving;
