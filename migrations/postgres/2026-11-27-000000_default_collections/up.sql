-- Everybody has a default collection from the start; so far it was made with the first work that was put into it. It has
-- the number of its member, which no other collection can have. One who has made a collection of that name means it.
UPDATE collections SET is_default = TRUE
WHERE name = '默认收藏夹'
  AND NOT EXISTS (SELECT 1 FROM collections AS own WHERE own.user_id = collections.user_id AND own.is_default);

INSERT INTO collections (id, user_id, name, description, is_private, is_default, works, created_at, updated_at)
SELECT id, id, '默认收藏夹', '', TRUE, TRUE, 0, created_at, created_at
FROM users
WHERE NOT EXISTS (SELECT 1 FROM collections AS own WHERE own.user_id = users.id AND own.is_default);
