-- Which operator handles a question, NULL for nobody; words that operators sort questions by, separated by commas; and how many
-- notes it has.
ALTER TABLE messages ADD COLUMN assignee_id BIGINT;
ALTER TABLE messages ADD COLUMN tags TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN notes INTEGER NOT NULL DEFAULT 0 CHECK (notes BETWEEN 0 AND 100);
CREATE INDEX messages_of_assignee ON messages (assignee_id, status, status_since, id);

-- What operators note for each other. Members never see it.
CREATE TABLE message_notes (
  id BIGINT NOT NULL PRIMARY KEY,
  message_id BIGINT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  -- The operator's name at the time.
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX message_notes_of_message ON message_notes (message_id, id);
