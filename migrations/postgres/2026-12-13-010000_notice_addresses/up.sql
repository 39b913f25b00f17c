-- Who gets a notice by mail: each address has its own. Earlier versions send one to all, with an empty address.
ALTER TABLE notices ADD COLUMN address TEXT NOT NULL DEFAULT '';
