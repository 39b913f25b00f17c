-- What an operator has really received for an order that was granted by hand, and where; null when it was paid as ordered.
ALTER TABLE orders ADD COLUMN received_fen BIGINT CHECK (received_fen > 0);
ALTER TABLE orders ADD COLUMN received_channel TEXT CHECK (received_channel IN ('alipay', 'weixin', 'other'));

-- Lists of real orders, and of the sandbox's.
CREATE INDEX orders_by_mode ON orders (mode, created_at DESC, number DESC);
CREATE INDEX orders_by_mode_and_status ON orders (mode, status, created_at DESC, number DESC);
-- Orders that were granted by hand, by where the money is.
CREATE INDEX orders_by_received ON orders (received_channel, created_at DESC, number DESC) WHERE received_channel IS NOT NULL;
-- Sums of the orders of some days, from the index alone.
CREATE INDEX orders_created_sums ON orders
  (created_at, mode, channel, received_channel, plan_id, status, paid_at, fen, received_fen);
CREATE INDEX orders_paid_sums ON orders
  (paid_at, mode, channel, received_channel, plan_id, status, fen, received_fen) WHERE paid_at IS NOT NULL;
-- The last digits, which people read out.
CREATE INDEX orders_by_ending ON orders (substr(number, 19));
CREATE INDEX payments_by_trade ON payments (trade_no);
CREATE INDEX payments_by_ending ON payments (substr(trade_no, -6));
