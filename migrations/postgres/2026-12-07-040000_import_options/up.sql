-- How a file in another format than lines is read: its channel and what its columns mean, in JSON. Empty for neither.
ALTER TABLE imports ADD COLUMN options TEXT NOT NULL DEFAULT '';
