DROP INDEX orders_open_of_user;
DROP INDEX orders_to_void;
ALTER TABLE activation_codes DROP COLUMN mode;
ALTER TABLE vip_grants DROP COLUMN mode;
ALTER TABLE payments DROP COLUMN mode;
ALTER TABLE orders DROP COLUMN voided_at;
ALTER TABLE orders DROP COLUMN mode;
