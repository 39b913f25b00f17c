DROP INDEX works_hidden_by_id;
CREATE INDEX works_hidden_by_id ON works
  (id, hidden, mod_id, withheld, updated_at, number, title, pub_time, pub_precision, duration, average, is_online, is_dht, views,
   collects, likes) WHERE hidden;
