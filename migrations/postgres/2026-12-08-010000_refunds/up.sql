-- Refunds that are sent through a provider. One is stored before the provider is asked, and asked about until it is settled.
CREATE TABLE order_refunds (
  -- The order's number and a count: of parallel clicks one gets it, and the provider sends it back once.
  number TEXT NOT NULL PRIMARY KEY,
  order_no TEXT NOT NULL REFERENCES orders (number) ON DELETE CASCADE,
  -- The payment that is sent back.
  channel TEXT NOT NULL CHECK (channel IN ('alipay', 'weixin')),
  trade_no TEXT NOT NULL,
  fen BIGINT NOT NULL CHECK (fen > 0),
  -- What was paid in all, which the provider compares.
  total_fen BIGINT NOT NULL CHECK (total_fen >= fen),
  state TEXT NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed', 'unknown')),
  -- Why it failed or needs somebody, in Chinese.
  cause TEXT NOT NULL,
  -- Whether it ends what the order granted.
  end_vip BOOLEAN NOT NULL,
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  check_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX order_refunds_of_order ON order_refunds (order_no);
CREATE INDEX order_refunds_to_check ON order_refunds (check_at) WHERE check_at IS NOT NULL;
-- What was sent back of a payment, or is on its way: never more than was paid.
ALTER TABLE payments ADD COLUMN refunded_fen BIGINT NOT NULL DEFAULT 0 CHECK (refunded_fen >= 0);
-- What was sent back of the payment that an order was granted for.
ALTER TABLE orders ADD COLUMN refunded_fen BIGINT NOT NULL DEFAULT 0 CHECK (refunded_fen >= 0);
DROP INDEX orders_created_sums;
DROP INDEX orders_paid_sums;
CREATE INDEX orders_created_sums ON orders
  (created_at, mode, channel, received_channel, plan_id, status, paid_at, fen, received_fen, refunded_fen);
CREATE INDEX orders_paid_sums ON orders
  (paid_at, mode, channel, received_channel, plan_id, status, fen, received_fen, refunded_fen) WHERE paid_at IS NOT NULL;

-- The sandbox's own books of refunds.
CREATE TABLE sandbox_refunds (
  channel TEXT NOT NULL,
  number TEXT NOT NULL,
  order_no TEXT NOT NULL,
  fen BIGINT NOT NULL CHECK (fen > 0),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (channel, number)
);
ALTER TABLE sandbox_trades ADD COLUMN refunded_fen BIGINT NOT NULL DEFAULT 0;
