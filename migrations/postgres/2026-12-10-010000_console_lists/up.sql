-- The indexes that the console's lists walk down have the columns of their filters, so that rows that do not match are not read.
DROP INDEX IF EXISTS orders_newest;
CREATE INDEX orders_newest ON orders
  (created_at DESC, number DESC, status, mode, channel, received_channel, paid_at);
DROP INDEX IF EXISTS orders_by_price;
CREATE INDEX orders_by_price ON orders
  (fen, number, status, mode, channel, received_channel, created_at, paid_at);
DROP INDEX IF EXISTS orders_by_payment;
CREATE INDEX orders_by_payment ON orders
  ((paid_at IS NULL), paid_at DESC, number DESC, status, mode, channel, received_channel, created_at);
DROP INDEX IF EXISTS orders_by_first_payment;
CREATE INDEX orders_by_first_payment ON orders
  ((paid_at IS NULL), paid_at, number, status, mode, channel, received_channel, created_at);
DROP INDEX audit_log_by_action;
CREATE INDEX audit_log_by_action ON audit_log (action, id, target_kind, actor);
DROP INDEX audit_log_by_actor;
CREATE INDEX audit_log_by_actor ON audit_log (actor, id, action, target_kind);
CREATE INDEX audit_log_by_kind ON audit_log (target_kind, id, action, actor);
-- The last editor of a work is read from the index alone.
DROP INDEX audit_log_of_target;
CREATE INDEX audit_log_of_target ON audit_log (target_kind, target_id, id, actor);
-- Most filters and orders of hidden works. Imports make visible works, which are not in it. Without the counters, which are updated
-- in place while no index has them.
DROP INDEX works_hidden_by_id;
CREATE INDEX works_hidden_by_id ON works
  (id, hidden, mod_id, withheld, updated_at, number, title, pub_time, pub_precision, duration, average, is_online, is_dht)
  WHERE hidden;
-- Questions of every status, by how long they have it.
CREATE INDEX messages_by_since ON messages (status_since, id, assignee_id, status);
