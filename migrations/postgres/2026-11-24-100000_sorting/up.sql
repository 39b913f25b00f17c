-- Operators sort orders by what they cost, and reports by when they were made.
CREATE INDEX orders_by_price ON orders (fen, number);
CREATE INDEX reports_by_time ON reports (created_at, id);
