DROP VIEW missed_words;
ALTER INDEX searched_words_pkey RENAME TO missed_words_pkey;
ALTER TABLE searched_words RENAME TO missed_words;
