ALTER TABLE total_counters RENAME TO standing_figures;
