ALTER TABLE familiar_origins RENAME TO trusted_origins;
ALTER INDEX familiar_origins_pkey RENAME TO trusted_origins_pkey;
-- A program of the version before still uses the former name.
CREATE VIEW familiar_origins AS SELECT * FROM trusted_origins;
