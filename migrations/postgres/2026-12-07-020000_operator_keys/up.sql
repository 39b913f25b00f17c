-- What an operator's program may do with a key, as permissions separated by commas; '' for keys that only search. Until when a key
-- is valid; NULL for ever.
ALTER TABLE program_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
ALTER TABLE program_keys ADD COLUMN expires_at BIGINT;
-- The name of the key that a change was made with. NULL for changes of people.
ALTER TABLE audit_log ADD COLUMN program TEXT;
