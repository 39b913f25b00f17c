ALTER TABLE daily_figures RENAME TO daily_counters;
UPDATE daily_counters SET name = 'views' WHERE name = 'looks';
