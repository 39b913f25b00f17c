-- On what device and from what address an order was first asked for, and where it is paid, with when this was told: WeChat Pay
-- takes a number again for the very same request alone. An instance of an earlier version leaves them empty.
ALTER TABLE orders ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN payer TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN address_at BIGINT NOT NULL DEFAULT 0;
-- What the merchant first asked the sandbox for.
ALTER TABLE sandbox_trades ADD COLUMN request TEXT NOT NULL DEFAULT '';
