ALTER TABLE searched_words RENAME TO missed_words;
