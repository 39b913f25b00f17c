ALTER TABLE audit_log DROP COLUMN program;
ALTER TABLE program_keys DROP COLUMN expires_at;
ALTER TABLE program_keys DROP COLUMN scopes;
