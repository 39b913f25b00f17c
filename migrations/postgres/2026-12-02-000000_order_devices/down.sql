ALTER TABLE sandbox_trades DROP COLUMN request;
ALTER TABLE orders DROP COLUMN address_at;
ALTER TABLE orders DROP COLUMN address;
ALTER TABLE orders DROP COLUMN payer;
ALTER TABLE orders DROP COLUMN device;
