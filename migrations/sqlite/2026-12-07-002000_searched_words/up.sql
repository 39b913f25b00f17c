ALTER TABLE missed_words RENAME TO searched_words;
