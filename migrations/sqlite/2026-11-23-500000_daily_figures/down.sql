DROP INDEX users_by_vip;
DROP TABLE last_import;
DROP TABLE missed_words;
DROP TABLE standing_figures;
DROP TABLE daily_figures;
