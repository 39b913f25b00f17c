-- The console keeps what hidden works contain in memory, by their versions, which it reads from the index alone.
DROP INDEX works_hidden_by_id;
CREATE INDEX works_hidden_by_id ON works
  (id, version, hidden, mod_id, withheld, updated_at, number, title, pub_time, pub_precision, duration, average, is_online, is_dht, views,
   collects, likes) WHERE hidden;
