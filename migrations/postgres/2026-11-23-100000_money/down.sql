DROP INDEX download_requests_decided;
ALTER TABLE download_requests DROP COLUMN decided_at;
ALTER TABLE download_requests DROP COLUMN note;
DROP INDEX orders_by_status;
DROP INDEX orders_newest;
DROP INDEX activation_codes_of_batch;
CREATE INDEX activation_codes_of_batch ON activation_codes (batch, id);
DROP TABLE code_batches;
-- What was taken back has no place in the older table.
DELETE FROM vip_grants WHERE source = 'refund' OR days < 0;
ALTER TABLE vip_grants DROP CONSTRAINT vip_grants_source_check, DROP CONSTRAINT vip_grants_days_check;
ALTER TABLE vip_grants
  ADD CONSTRAINT vip_grants_source_check CHECK (source IN ('order', 'code', 'operator')),
  ADD CONSTRAINT vip_grants_days_check CHECK (days BETWEEN 0 AND 36500);
