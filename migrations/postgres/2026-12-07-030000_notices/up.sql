-- What operators are told by mail or webhook, until it is delivered.
CREATE TABLE notices (
  id BIGINT NOT NULL PRIMARY KEY,
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'webhook')),
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at BIGINT NOT NULL,
  sent_at BIGINT
);
CREATE INDEX notices_due ON notices (next_at) WHERE sent_at IS NULL;
CREATE INDEX notices_by_time ON notices (created_at);
