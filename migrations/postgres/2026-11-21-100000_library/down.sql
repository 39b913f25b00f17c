DROP TABLE likes;
DROP TABLE collection_items;
DROP TABLE collections;
