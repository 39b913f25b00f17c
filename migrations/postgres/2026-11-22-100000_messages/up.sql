-- What members ask support: one row for each conversation. The question stands here, what follows in
-- message_entries.
CREATE TABLE messages (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  -- 0 = waits for an answer, 1 = answered, 9 = closed.
  status SMALLINT NOT NULL CHECK (status IN (0, 1, 9)),
  -- An answer has come since the member last looked.
  unread BOOLEAN NOT NULL,
  -- How many there are, the question included.
  entries INTEGER NOT NULL CHECK (entries BETWEEN 1 AND 200),
  -- Since when it has this status.
  status_since BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX messages_of_user ON messages (user_id, updated_at DESC, id DESC);
CREATE INDEX messages_by_status ON messages (status, status_since, id);

CREATE TABLE message_entries (
  id BIGINT NOT NULL PRIMARY KEY,
  message_id BIGINT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  -- 0 = the member's, 1 = support's.
  kind SMALLINT NOT NULL CHECK (kind IN (0, 1)),
  text TEXT NOT NULL,
  -- Who answered; nobody for the member's own, and when the operator's account is gone.
  operator_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX message_entries_of_message ON message_entries (message_id, id);
CREATE INDEX message_entries_of_operator ON message_entries (operator_id);
