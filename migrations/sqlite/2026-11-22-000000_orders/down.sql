DROP TABLE sandbox_trades;
DROP TABLE payments;
DROP TABLE orders;
