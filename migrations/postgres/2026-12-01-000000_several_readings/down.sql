-- What was read is right for any version.
SELECT 1;
