ALTER TABLE standing_figures RENAME TO total_counters;
ALTER INDEX standing_figures_pkey RENAME TO total_counters_pkey;
-- A program of the version before still uses the former name.
CREATE VIEW standing_figures AS SELECT * FROM total_counters;
