ALTER TABLE missed_words RENAME TO searched_words;
ALTER INDEX missed_words_pkey RENAME TO searched_words_pkey;
-- A program of the version before still uses the former name.
CREATE VIEW missed_words AS SELECT * FROM searched_words;
