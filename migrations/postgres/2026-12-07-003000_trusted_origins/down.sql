DROP VIEW familiar_origins;
ALTER INDEX trusted_origins_pkey RENAME TO familiar_origins_pkey;
ALTER TABLE trusted_origins RENAME TO familiar_origins;
