-- How much of a work's publish time is known: the day, the month or the year.
ALTER TABLE works ADD COLUMN pub_precision TEXT NOT NULL DEFAULT 'day';
