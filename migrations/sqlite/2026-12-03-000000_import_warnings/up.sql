-- How many warnings an import gave about lines that it took. An instance of an earlier version counts none.
ALTER TABLE imports ADD COLUMN warnings BIGINT NOT NULL DEFAULT 0;
