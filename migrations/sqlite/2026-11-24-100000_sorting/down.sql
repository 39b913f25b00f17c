DROP INDEX reports_by_time;
DROP INDEX orders_by_price;
