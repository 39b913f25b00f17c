DROP TABLE message_entries;
DROP TABLE messages;
