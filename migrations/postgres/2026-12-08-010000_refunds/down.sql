ALTER TABLE sandbox_trades DROP COLUMN refunded_fen;
DROP TABLE sandbox_refunds;
DROP INDEX orders_paid_sums;
DROP INDEX orders_created_sums;
CREATE INDEX orders_created_sums ON orders
  (created_at, mode, channel, received_channel, plan_id, status, paid_at, fen, received_fen);
CREATE INDEX orders_paid_sums ON orders
  (paid_at, mode, channel, received_channel, plan_id, status, fen, received_fen) WHERE paid_at IS NOT NULL;
ALTER TABLE orders DROP COLUMN refunded_fen;
ALTER TABLE payments DROP COLUMN refunded_fen;
DROP TABLE order_refunds;
