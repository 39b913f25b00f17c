-- A program of the version before still writes the former words.
CREATE FUNCTION name_payment_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.outcome := CASE NEW.outcome WHEN 'unfitting' THEN 'amount_mismatch' ELSE 'orphaned' END;
  RETURN NEW;
END $$;
CREATE TRIGGER name_payment_outcome BEFORE INSERT OR UPDATE OF outcome ON payments
  FOR EACH ROW WHEN (NEW.outcome IN ('unfitting', 'ownerless')) EXECUTE FUNCTION name_payment_outcome();
UPDATE payments SET outcome = 'amount_mismatch' WHERE outcome = 'unfitting';
UPDATE payments SET outcome = 'orphaned' WHERE outcome = 'ownerless';
