UPDATE daily_counters SET name = 'looks' WHERE name = 'views';
ALTER TABLE daily_counters RENAME TO daily_figures;
