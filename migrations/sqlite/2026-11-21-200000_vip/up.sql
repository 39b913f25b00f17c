-- What can be bought: days of a group, or an activation code for them. Prices are fen.
CREATE TABLE vip_plans (
  id INTEGER NOT NULL PRIMARY KEY,
  -- The application it is sold in; '' = any.
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  remark TEXT NOT NULL,
  price_fen BIGINT NOT NULL CHECK (price_fen BETWEEN 1 AND 100000000),
  price_before_fen BIGINT NOT NULL CHECK (price_before_fen >= price_fen),
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 36500),
  kind TEXT NOT NULL CHECK (kind IN ('time', 'code')),
  level_id SMALLINT NOT NULL CHECK (level_id BETWEEN 2 AND 9),
  position SMALLINT NOT NULL,
  on_sale BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX vip_plans_identity ON vip_plans (app, kind, name);

-- An empty shop is of no use: these are changed, taken off sale and added to like any other.
INSERT INTO vip_plans (id, app, name, remark, price_fen, price_before_fen, days, kind, level_id, position, on_sale) VALUES
  (1000000000000001, '', 'VIP年卡', '365天 · 不限次数复制磁力链接 · 在线观看', 19800, 36000, 365, 'time', 2, 1, TRUE),
  (1000000000000002, '', 'VIP双月卡', '60天 · 不限次数复制磁力链接 · 在线观看', 5800, 6000, 60, 'time', 2, 2, TRUE),
  (1000000000000003, '', 'VIP月卡', '30天 · 不限次数复制磁力链接 · 在线观看', 3000, 3000, 30, 'time', 2, 3, TRUE),
  (1000000000000004, '', '年卡VIP-激活码', '365天 · 付款后获得激活码，可自用或赠送', 19800, 36000, 365, 'code', 2, 1, TRUE),
  (1000000000000005, '', '双月VIP-激活码', '60天 · 付款后获得激活码，可自用或赠送', 5800, 6000, 60, 'code', 2, 2, TRUE);

-- Every period that was ever given, added to and never changed. The key keeps one cause from giving twice. A
-- deleted account leaves its rows without a name.
CREATE TABLE vip_grants (
  id INTEGER NOT NULL PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  source TEXT NOT NULL CHECK (source IN ('order', 'code', 'operator')),
  reference TEXT NOT NULL,
  level_id SMALLINT NOT NULL,
  -- 0 = an operator ended what was left.
  days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 36500),
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX vip_grants_once ON vip_grants (source, reference);
CREATE INDEX vip_grants_of_user ON vip_grants (user_id, created_at);
