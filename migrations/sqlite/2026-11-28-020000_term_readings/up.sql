-- How a term is found in a sidebar: the letter it stands under, and its names as they are typed. Null until the term's
-- names have been read, which happens in the background after every change of them.
ALTER TABLE terms ADD COLUMN initial TEXT;
ALTER TABLE terms ADD COLUMN readings TEXT;
CREATE INDEX terms_by_initial ON terms (kind, mod_id, initial, count DESC, id, leads_to);
CREATE INDEX terms_unread ON terms (id) WHERE initial IS NULL;
