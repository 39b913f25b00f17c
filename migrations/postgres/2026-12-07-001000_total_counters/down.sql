DROP VIEW standing_figures;
ALTER INDEX total_counters_pkey RENAME TO standing_figures_pkey;
ALTER TABLE total_counters RENAME TO standing_figures;
