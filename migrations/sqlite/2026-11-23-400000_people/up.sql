-- How many days an operator took back with this row of the ledger; 0 = none. Its `days` are 0 then.
ALTER TABLE vip_grants ADD COLUMN taken INTEGER NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND 36500);
-- Operators find members by the whole e-mail address, and those of a role and the disabled ones, who are few.
CREATE INDEX users_by_email ON users (lower(email));
CREATE INDEX users_by_role ON users (role, id);
CREATE INDEX users_disabled ON users (id) WHERE disabled;
