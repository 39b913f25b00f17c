UPDATE payments SET outcome = 'unfitting' WHERE outcome = 'amount_mismatch';
UPDATE payments SET outcome = 'ownerless' WHERE outcome = 'orphaned';
