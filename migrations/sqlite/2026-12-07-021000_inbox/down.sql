DROP TABLE message_notes;
DROP INDEX messages_of_assignee;
ALTER TABLE messages DROP COLUMN notes;
ALTER TABLE messages DROP COLUMN tags;
ALTER TABLE messages DROP COLUMN assignee_id;
