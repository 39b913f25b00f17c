-- Words that found something are kept too, for the list of hot words.
ALTER TABLE missed_words ADD COLUMN found BOOLEAN NOT NULL DEFAULT FALSE;
