ALTER TABLE familiar_origins RENAME TO trusted_origins;
