-- Which kind of money everything is about: the sandbox's own, which is none, or real money. What the sandbox gave
-- has to be taken back before real money comes in.
ALTER TABLE orders ADD COLUMN mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('sandbox', 'live'));
-- When what a sandbox order gave was taken back.
ALTER TABLE orders ADD COLUMN voided_at BIGINT;
ALTER TABLE payments ADD COLUMN mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('sandbox', 'live'));
ALTER TABLE vip_grants ADD COLUMN mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('sandbox', 'live'));
ALTER TABLE activation_codes ADD COLUMN mode TEXT NOT NULL DEFAULT 'live' CHECK (mode IN ('sandbox', 'live'));
-- The sandbox's own books tell which orders were its.
UPDATE orders SET mode = 'sandbox' WHERE number IN (SELECT order_no FROM sandbox_trades);
UPDATE payments SET mode = 'sandbox' WHERE order_no IN (SELECT order_no FROM sandbox_trades);
UPDATE activation_codes SET mode = 'sandbox' WHERE order_no IN (SELECT order_no FROM sandbox_trades);
UPDATE vip_grants SET mode = 'sandbox' WHERE source = 'order' AND reference IN (SELECT order_no FROM sandbox_trades);
UPDATE vip_grants SET mode = 'sandbox' WHERE source = 'code'
  AND reference IN (SELECT CAST(id AS TEXT) FROM activation_codes WHERE mode = 'sandbox');
CREATE INDEX orders_to_void ON orders (number) WHERE mode = 'sandbox' AND voided_at IS NULL;
-- A member's orders that wait for their payment.
CREATE INDEX orders_open_of_user ON orders (user_id, created_at) WHERE status = 0;
