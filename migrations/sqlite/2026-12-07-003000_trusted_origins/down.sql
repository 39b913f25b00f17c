ALTER TABLE trusted_origins RENAME TO familiar_origins;
