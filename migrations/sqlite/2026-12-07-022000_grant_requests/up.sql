-- Grants by hand that wait for a second operator, one for an order at a time.
CREATE TABLE grant_requests (
  id INTEGER NOT NULL PRIMARY KEY,
  order_no TEXT NOT NULL REFERENCES orders (number) ON DELETE CASCADE,
  -- Who asked, and the name at the time.
  operator_id BIGINT NOT NULL,
  operator TEXT NOT NULL,
  fen BIGINT NOT NULL CHECK (fen > 0),
  channel TEXT NOT NULL CHECK (channel IN ('alipay', 'weixin', 'other')),
  trade_no TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- The number of payments that was shown.
  seen BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX grant_requests_identity ON grant_requests (order_no);
CREATE INDEX grant_requests_by_end ON grant_requests (expires_at);
-- Operators with permissions of their own, beside those of a role.
CREATE INDEX users_with_permissions ON users (id) WHERE permissions <> '';
-- Payments of some days, which are compared with a provider's bill.
CREATE INDEX payments_by_time ON payments (channel, mode, created_at);
