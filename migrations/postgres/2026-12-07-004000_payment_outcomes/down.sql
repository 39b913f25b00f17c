DROP TRIGGER name_payment_outcome ON payments;
DROP FUNCTION name_payment_outcome();
UPDATE payments SET outcome = 'unfitting' WHERE outcome = 'amount_mismatch';
UPDATE payments SET outcome = 'ownerless' WHERE outcome = 'orphaned';
