-- Empty ones can stay: they are made with the first work otherwise.
SELECT 1;
