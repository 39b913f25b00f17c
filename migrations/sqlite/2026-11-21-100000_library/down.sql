DROP TABLE likes;
DROP TABLE collection_items;
DROP TABLE collections;
-- The numbers that followed from them, which the works index knows, too.
INSERT INTO work_changes (work_id, at) SELECT id, unixepoch() FROM works WHERE collects <> 0 OR likes <> 0;
UPDATE works SET collects = 0, likes = 0 WHERE collects <> 0 OR likes <> 0;
