DROP TRIGGER name_daily_counter ON daily_counters;
DROP FUNCTION name_daily_counter();
UPDATE daily_counters SET name = 'looks' WHERE name = 'views';
DROP VIEW daily_figures;
ALTER INDEX daily_counters_pkey RENAME TO daily_figures_pkey;
ALTER TABLE daily_counters RENAME TO daily_figures;
