ALTER TABLE daily_figures RENAME TO daily_counters;
ALTER INDEX daily_figures_pkey RENAME TO daily_counters_pkey;
-- A program of the version before still uses the former name.
CREATE VIEW daily_figures AS SELECT * FROM daily_counters;

-- It also counts views under their former name.
CREATE FUNCTION name_daily_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := 'views';
  RETURN NEW;
END $$;
CREATE TRIGGER name_daily_counter BEFORE INSERT ON daily_counters
  FOR EACH ROW WHEN (NEW.name = 'looks') EXECUTE FUNCTION name_daily_counter();
UPDATE daily_counters SET name = 'views' WHERE name = 'looks';
