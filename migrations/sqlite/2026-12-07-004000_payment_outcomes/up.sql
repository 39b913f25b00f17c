UPDATE payments SET outcome = 'amount_mismatch' WHERE outcome = 'unfitting';
UPDATE payments SET outcome = 'orphaned' WHERE outcome = 'ownerless';
