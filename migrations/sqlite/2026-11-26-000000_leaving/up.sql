-- A member who has left, while what they kept is taken back in steps: nobody sees the row any more, and it goes last.
ALTER TABLE users ADD COLUMN leaving BOOLEAN NOT NULL DEFAULT 0;
CREATE INDEX users_leaving ON users (id) WHERE leaving;

-- Many members have no VIP, and so one and the same end of it: their order goes on by id.
DROP INDEX users_by_vip;
CREATE INDEX users_by_vip ON users (vip_until, id);
