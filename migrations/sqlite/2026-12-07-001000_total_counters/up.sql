ALTER TABLE standing_figures RENAME TO total_counters;
