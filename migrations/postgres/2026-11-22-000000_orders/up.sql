-- What members have ordered, with everything that was agreed on: a plan may change afterwards. A deleted
-- account leaves its orders without the person.
CREATE TABLE orders (
  -- yyyymmdd and 16 digits.
  number TEXT NOT NULL PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  plan_id BIGINT NOT NULL,
  plan_name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('time', 'code')),
  level_id SMALLINT NOT NULL,
  days INTEGER NOT NULL,
  fen BIGINT NOT NULL CHECK (fen > 0),
  channel TEXT NOT NULL CHECK (channel IN ('alipay', 'weixin')),
  -- 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded.
  status SMALLINT NOT NULL CHECK (status BETWEEN 0 AND 4),
  -- The provider's number of the payment that paid it.
  trade_no TEXT,
  paid_at BIGINT,
  -- Names the page that shows the code to scan, and the code.
  page TEXT NOT NULL,
  scan TEXT NOT NULL,
  -- When the provider is asked next; whoever moves it does.
  check_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX orders_page ON orders (page);
CREATE INDEX orders_of_user ON orders (user_id, created_at DESC, number DESC);
CREATE INDEX orders_to_check ON orders (check_at) WHERE check_at IS NOT NULL;

-- Every payment that a provider has proved, once; also those that fit no order.
CREATE TABLE payments (
  channel TEXT NOT NULL,
  trade_no TEXT NOT NULL,
  order_no TEXT NOT NULL,
  fen BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  -- What the provider said, to the letter; emptied when the account is deleted.
  raw TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (channel, trade_no)
);
CREATE INDEX payments_of_order ON payments (order_no);

-- The made-up provider's own books; empty outside the sandbox.
CREATE TABLE sandbox_trades (
  token TEXT NOT NULL PRIMARY KEY,
  channel TEXT NOT NULL,
  order_no TEXT NOT NULL,
  subject TEXT NOT NULL,
  fen BIGINT NOT NULL,
  paid_fen BIGINT NOT NULL,
  -- 0 waiting, 1 paid, 2 closed.
  state SMALLINT NOT NULL CHECK (state BETWEEN 0 AND 2),
  trade_no TEXT NOT NULL,
  notify_url TEXT NOT NULL,
  back_url TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  paid_at BIGINT,
  -- When the next notice goes out, and how many are left.
  notify_at BIGINT,
  notify_left SMALLINT NOT NULL,
  -- What the merchant answered last.
  answered TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sandbox_trades_of_order ON sandbox_trades (channel, order_no);
CREATE INDEX sandbox_trades_to_notify ON sandbox_trades (notify_at) WHERE notify_at IS NOT NULL;
